import { Modal, Text } from '@mantine/core'
import type { NewFeed } from '~/api/models'
import { QueryState } from '~/shell/states'
import { text } from '~/text'
import { FeedAddresses } from './feed-addresses'
import { useFeedOf } from './feeds'

/** FeedDialog shows the addresses of the feed of a search. */
export default function FeedDialog({ search, onClose }: { search: NewFeed; onClose: () => void }) {
  const feed = useFeedOf(search)
  return (
    <Modal opened onClose={onClose} title={feed.data ? text.feeds.title(feed.data.name) : text.feeds.ofSearch} size="lg">
      <Text size="sm" c="dimmed" mb="md">
        {text.feeds.sectionLead}
      </Text>
      <QueryState query={feed} lines={2} height={60} />
      {feed.data && <FeedAddresses feed={feed.data} onRemoved={onClose} />}
    </Modal>
  )
}
