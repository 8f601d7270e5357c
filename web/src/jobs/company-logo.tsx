import { Avatar } from '@mantine/core'

interface Props {
  name: string
  url: string | null
  size?: number
}

const tints = ['pine', 'sky', 'violet', 'amber', 'rose'] as const

/** initialsOf returns the first letters of the first two words of a name. */
function initialsOf(name: string): string {
  const words = name.split(/[\s\-_.&/]+/).filter((w) => /[\p{L}\p{N}]/u.test(w))
  return words.slice(0, 2).map((w) => [...w].find((c) => /[\p{L}\p{N}]/u.test(c)) ?? '').join('').toUpperCase()
}

/** CompanyLogo is a company's logo, or its initials if there is none or it does not load. */
export function CompanyLogo({ name, url, size = 40 }: Props) {
  // The security policy allows images over https only.
  const src = url?.startsWith('https://') ? url : undefined
  let sum = 0
  for (const letter of name) sum += letter.codePointAt(0) ?? 0
  return (
    <Avatar
      src={src}
      size={size}
      radius={Math.round(size / 4)}
      color={tints[sum % tints.length]}
      alt=""
      aria-hidden
      imageProps={{ loading: 'lazy', referrerPolicy: 'no-referrer' }}
    >
      {initialsOf(name)}
    </Avatar>
  )
}
