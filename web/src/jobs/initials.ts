/** initialsOf gives the letters that stand for a name. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s\-_.&/]+/).filter((w) => /[\p{L}\p{N}]/u.test(w))
  return words.slice(0, 2).map((w) => [...w].find((c) => /[\p{L}\p{N}]/u.test(c)) ?? '').join('').toUpperCase()
}
