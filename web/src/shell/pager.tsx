import { Group, type GroupProps, Pagination, type PaginationProps } from '@mantine/core'
import { text } from '~/text'

interface PagerProps extends Omit<GroupProps, 'onChange' | 'size'> {
  pages: number | undefined
  page: number
  onChange: (page: number) => void
  size?: PaginationProps['size']
}

/** Pager leads to the other pages of a list, if there are any. */
export function Pager({ pages = 0, page, onChange, size, ...group }: PagerProps) {
  if (pages <= 1) return null
  return (
    <Group justify="center" mt="md" {...group}>
      <Pagination
        size={size}
        total={pages}
        value={page}
        onChange={onChange}
        getItemProps={(p) => ({ 'aria-label': text.pageNumber(p) })}
        getControlProps={(c) => ({ 'aria-label': text.pageControl[c] })}
      />
    </Group>
  )
}
