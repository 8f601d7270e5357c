import { Avatar } from '@mantine/core'
import { initialsOf } from './initials'

interface Props {
  name: string
  url: string | null
  size?: number
}

const tints = ['pine', 'sky', 'violet', 'amber', 'rose'] as const

/** CompanyLogo is a company's picture, or its initials where there is none or it does not load. */
export function CompanyLogo({ name, url, size = 40 }: Props) {
  // Pictures are allowed over https only; anything else would just be a refused request.
  const src = url?.startsWith('https://') ? url : undefined
  let sum = 0
  for (const letter of name) sum += letter.codePointAt(0) ?? 0
  return (
    <Avatar src={src} size={size} radius={Math.round(size / 4)} color={tints[sum % tints.length]} alt="" aria-hidden imageProps={{ loading: 'lazy', referrerPolicy: 'no-referrer' }}>
      {initialsOf(name)}
    </Avatar>
  )
}
