import { Button, type ButtonProps, CopyButton, Group } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { text } from '~/text'
import classes from './buttons.module.css'

interface FormButtonsProps extends ButtonProps {
  action: string
  /** Without it the button that sends the form stands alone. */
  onCancel?: () => void
  /** Without it the button submits the form around it. */
  onClick?: () => void
  /** Focuses Cancel, for what cannot be undone. */
  focusCancel?: boolean
}

/** FormButtons ends a form or a dialog. In a dialog it stays visible while the fields scroll, so nothing may follow it. */
export function FormButtons({ action, onCancel, focusCancel, mt, ...button }: FormButtonsProps) {
  return (
    <Group justify="flex-end" mt={mt} className={classes.form}>
      {onCancel && (
        <Button variant="default" onClick={onCancel} data-autofocus={focusCancel}>
          {text.cancel}
        </Button>
      )}
      <Button type={button.onClick ? 'button' : 'submit'} {...button}>
        {action}
      </Button>
    </Group>
  )
}

/** Copy puts a text on the clipboard. */
export function Copy({
  value,
  label = text.copy,
  iconSize = 16,
  ...button
}: ButtonProps & { value: string; label?: string; iconSize?: number }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          onClick={copy}
          leftSection={copied ? <IconCheck size={iconSize} /> : <IconCopy size={iconSize} />}
          {...button}
        >
          {copied ? text.copied : label}
        </Button>
      )}
    </CopyButton>
  )
}

interface LoadMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  label?: string
}

/** LoadMore adds the next page to a list, if there is one. */
export function LoadMore({ query, label = text.jobs.loadMore }: LoadMoreProps) {
  if (!query.hasNextPage) return null
  return (
    <Group justify="center" mt="md">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {label}
      </Button>
    </Group>
  )
}
