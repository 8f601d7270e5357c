import { Alert, Button, Checkbox, Code, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatDay } from '~/format/date'
import { useAccount } from '~/session/account'
import { Copy, FormButtons } from '~/shell/buttons'
import { text } from '~/text'
import { later } from '~/text/later'
import { download } from '~/tracker/download'

/** BackupCodes shows new backup codes, which cannot be shown again. */
export function BackupCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [kept, setKept] = useState(false)
  const list = codes.join('\n')
  useEffect(() => {
    if (kept) return
    const warn = (e: BeforeUnloadEvent) => e.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [kept])
  const { data: account } = useAccount()
  const head = [later.security.backupFile, account?.email, formatDay(new Date())].filter(Boolean).join('\n')
  const file = new Blob([`${head}\n\n${list}\n`], { type: 'text/plain' })
  return (
    <Stack>
      <Alert color="amber" variant="light">
        {later.security.backupLead}
      </Alert>
      <SimpleGrid
        cols={2}
        spacing="xs"
        component="ul"
        className="print"
        style={{ listStyle: 'none', margin: 0, padding: 0 }}
        data-testid="backup-codes"
      >
        {codes.map((c) => (
          <li key={c}>
            <Code block fz="md" ta="center">
              {c}
            </Code>
          </li>
        ))}
      </SimpleGrid>
      <Group grow>
        <Copy value={list} />
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => download(file, 'rolecall-backup-codes.txt')}>
          {text.download}
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          {text.print}
        </Button>
      </Group>
      <Checkbox label={later.security.backupKept} checked={kept} onChange={(e) => setKept(e.currentTarget.checked)} />
      <FormButtons action={text.done} disabled={!kept} onClick={onDone} />
    </Stack>
  )
}
