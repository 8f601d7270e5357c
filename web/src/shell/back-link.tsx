import { Anchor, Group } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'

/** fromList marks a link in a list: BackLink on its page goes back to the list as it was left. */
export const fromList = { back: true }

/** useBack returns how to go back to the list that led here, or null if none did. */
export function useBack(): (() => void) | null {
  const navigate = useNavigate()
  const { state } = useLocation()
  return (state as typeof fromList | null)?.back ? () => void navigate(-1) : null
}

/** BackLink leads back to the list that led here, or to the start of that list. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  const back = useBack()
  const follow = (e: MouseEvent) => {
    if (!back || e.metaKey || e.ctrlKey || e.shiftKey) return
    e.preventDefault()
    back()
  }
  return (
    <Anchor component={Link} to={to} size="sm" c="dimmed" onClick={follow}>
      <Group gap={4}>
        <IconArrowLeft size={15} aria-hidden /> {children}
      </Group>
    </Anchor>
  )
}
