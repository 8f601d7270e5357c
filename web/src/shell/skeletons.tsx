import { Skeleton, Stack } from '@mantine/core'
import { text } from '~/text'
import classes from './page.module.css'

/** PageSkeleton is shown while a page loads. */
export function PageSkeleton() {
  return (
    <div className={classes.page} role="status" aria-label={text.loading}>
      <Skeleton h={34} w={220} mb="xl" />
      <Lines count={5} />
    </div>
  )
}

export function Lines({ count, height = 72 }: { count: number; height?: number }) {
  return (
    <Stack gap="sm" aria-hidden>
      {Array.from({ length: count }, (_, i) => (
        <Skeleton key={i} h={height} radius="lg" />
      ))}
    </Stack>
  )
}
