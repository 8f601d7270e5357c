import { Stack, Text } from '@mantine/core'
import { FeedAddresses } from '~/jobs/feed-addresses'
import { useFeeds } from '~/jobs/feeds'
import { text } from '~/text'
import { Section } from './section'

/** Feeds lists the searches that the user reads as feeds; without any it shows nothing. */
export function Feeds() {
  const { data } = useFeeds()
  if (!data?.length) return null
  return (
    <Section title={text.feeds.section} lead={text.feeds.sectionLead}>
      <Stack gap="lg">
        {data.map((f) => (
          <div key={f.id}>
            <Text fw={550} mb={4}>
              {f.name}
            </Text>
            <FeedAddresses feed={f} />
          </div>
        ))}
      </Stack>
    </Section>
  )
}
