/** download saves a file on the user's machine. */
export function download(content: Blob, name: string) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the address after this function has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
