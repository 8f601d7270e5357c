import { Button, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { text } from '~/text'
import { useFollow } from './queries'

interface Props {
  employer: { id: string; name: string }
  following: boolean
}

/** FollowButton follows an employer, or stops following it. It shows the change at once. */
export function FollowButton({ employer, following }: Props) {
  const follow = useFollow()
  const shown = follow.isPending ? follow.variables.follow : following
  return (
    <Button
      size="xs"
      variant={shown ? 'light' : 'default'}
      aria-pressed={shown}
      leftSection={shown ? <IconCheck size={15} /> : <IconPlus size={15} />}
      onClick={() => follow.mutate({ ...employer, follow: !shown })}
      style={{ flexShrink: 0 }}
    >
      {shown ? text.employers.following : text.employers.follow}
      <VisuallyHidden> {employer.name}</VisuallyHidden>
    </Button>
  )
}
