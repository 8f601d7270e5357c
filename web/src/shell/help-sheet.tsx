import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'
import { text } from '~/text'

/** HelpSheet lists the keyboard shortcuts. */
export default function HelpSheet({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={text.nav.shortcuts} size="md">
      <Stack gap="lg">
        {text.shortcuts.groups.map((group) => (
          <section key={group.title}>
            <Text fw={600} size="sm" mb="xs" component="h3">
              {group.title}
            </Text>
            <Stack gap={6}>
              {group.keys.map(([keys, meaning]) => (
                <Group key={meaning} justify="space-between" wrap="nowrap">
                  <Text size="sm">{meaning}</Text>
                  <Group gap={4} wrap="nowrap" style={{ flex: 'none' }}>
                    {keys.map((k) => (
                      <Kbd key={k}>{k}</Kbd>
                    ))}
                  </Group>
                </Group>
              ))}
            </Stack>
          </section>
        ))}
      </Stack>
    </Modal>
  )
}
