import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { Feed } from '~/api/models'
import { Copy } from '~/shell/buttons'
import { text } from '~/text'
import { useFeedChanges } from './feeds'

/** FeedAddresses shows where a feed is read, and replaces or ends the addresses. */
export function FeedAddresses({ feed, onRemoved }: { feed: Feed; onRemoved?: () => void }) {
  const { reset, remove } = useFeedChanges()
  return (
    <Stack gap="xs">
      {([['atom', feed.atomUrl], ['json', feed.jsonUrl]] as const).map(([format, url]) => (
        <Group key={format} align="flex-end" gap="xs">
          <TextInput
            label={text.feeds[format]}
            readOnly
            value={url}
            style={{ flex: '1 1 14rem' }}
            onFocus={(e) => e.currentTarget.select()}
          />
          <Copy value={url} />
        </Group>
      ))}
      <Group gap="xs">
        <Button variant="subtle" color="gray" size="compact-sm" loading={reset.isPending} onClick={() => reset.mutate(feed)}>
          {text.feeds.reset}
        </Button>
        <Button
          variant="subtle"
          color="rose"
          size="compact-sm"
          loading={remove.isPending}
          aria-label={text.feeds.removeOf(feed.name)}
          onClick={() => remove.mutate(feed, { onSuccess: onRemoved })}
        >
          {text.feeds.remove}
        </Button>
        <Text size="xs" c="dimmed">
          {text.feeds.resetHint}
        </Text>
      </Group>
    </Stack>
  )
}
