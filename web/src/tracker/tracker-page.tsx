import { ActionIcon, Button, Group, Menu, SegmentedControl, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { IconDots, IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { applications, ask } from '~/api/client'
import { today } from '~/format/date'
import { Page } from '~/shell/page'
import { useShortcut } from '~/shell/shortcuts'
import { failed } from '~/shell/toast'
import { usePhone } from '~/shell/use-phone'
import { text } from '~/text'
import { download } from './download'
import { ImportDialog } from './import'
import { Views } from './views'

type View = 'board' | 'table' | 'stats'

const addresses: Record<View, string> = { board: '/tracker', table: '/tracker/table', stats: '/tracker/stats' }

interface Props {
  view: View
  tools?: ReactNode
  onNew: () => void
  children: ReactNode
}

/** TrackerPage is the frame of the three views of the tracker. */
export function TrackerPage({ view, tools, onNew, children }: Props) {
  const navigate = useNavigate()
  const phone = usePhone()
  const [importing, importDialog] = useDisclosure()
  useShortcut('n', (e) => {
    e.preventDefault() // the field that gets the focus must not get the letter
    onNew()
  })
  const save = useMutation({
    mutationFn: async (format: 'csv' | 'json') => ({
      format,
      content: await ask(applications.GET('/applications/export', { params: { query: { format } }, parseAs: 'blob' })),
    }),
    onSuccess: ({ format, content }) => download(content as Blob, `applications-${today()}.${format}`),
    onError: failed,
  })
  return (
    <Page
      title={text.nav.tracker}
      wide // in every view, so that the title stays in its place
      actions={
        <>
          <Button leftSection={<IconPlus size={17} />} onClick={onNew} aria-label={text.tracker.add}>
            {/* Beside the title there is no room for more in some languages. */}
            {phone ? text.tracker.addShort : text.tracker.add}
          </Button>
          <Menu position="bottom-end">
            <Tooltip label={text.tracker.importExport}>
              <Menu.Target>
                <ActionIcon variant="default" size={36} aria-label={text.tracker.importExport}>
                  <IconDots size={18} />
                </ActionIcon>
              </Menu.Target>
            </Tooltip>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconUpload size={16} />} onClick={importDialog.open}>
                {text.tracker.import}
              </Menu.Item>
              <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => save.mutate('csv')}>
                {text.tracker.exportCsv}
              </Menu.Item>
              <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => save.mutate('json')}>
                {text.tracker.exportJson}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      <Group justify="space-between" mb="md" gap="sm">
        <SegmentedControl
          w={{ base: '100%', sm: 'auto' }}
          value={view}
          onChange={(v) => void navigate(addresses[v as View])}
          data={(['board', 'table', 'stats'] as const).map((v) => ({ value: v, label: text.tracker.views[v] }))}
          aria-label={text.tracker.view}
        />
        <Group gap="xs" w={{ base: '100%', sm: 'auto' }}>
          {tools}
          {view !== 'stats' && <Views page={view} />}
        </Group>
      </Group>
      {children}
      <ImportDialog opened={importing} onClose={importDialog.close} />
    </Page>
  )
}
