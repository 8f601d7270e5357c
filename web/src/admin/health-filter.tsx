import { Button, Group } from '@mantine/core'
import type { BoardHealth, BoardHealthCount } from '~/api/models'
import { formatNumber } from '~/format/number'
import { later } from '~/text/later'

interface Props {
  counts: BoardHealthCount[]
  value: BoardHealth | undefined
  onChange: (value: BoardHealth | undefined) => void
}

/**
 * HealthFilter shows how many boards are in which health, and selects one. A health of no board is left out, except failing:
 * that none fails is what an administrator looks for.
 */
export function HealthFilter({ counts, value, onChange }: Props) {
  const some = counts.some(({ boards }) => boards > 0)
  return (
    <Group role="group" aria-label={later.admin.byHealth} gap="xs" mb="md">
      {counts
        .filter(({ health, boards }) => boards > 0 || health === value || (some && health === 'failing'))
        .map(({ health, boards }) => (
          <Button
            key={health}
            size="sm"
            variant={health === value ? 'filled' : 'default'}
            aria-pressed={health === value}
            onClick={() => onChange(health === value ? undefined : health)}
          >
            {later.admin.boardHealth[health]} ({formatNumber(boards)})
          </Button>
        ))}
    </Group>
  )
}
