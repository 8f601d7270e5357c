import { Alert, Button, FileInput, Group, Modal, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { applications, ask } from '~/api/client'
import { explain } from '~/api/error'
import type { ImportResult } from '~/api/models'
import { said } from '~/shell/toast'
import { text } from '~/text'

const send = (file: File, dryRun: boolean) =>
  ask(
    applications.POST('/applications/import', {
      params: { query: { dryRun } },
      headers: { 'Content-Type': 'text/csv' },
      body: file as never,
      bodySerializer: (body) => body as never,
    }),
  )

/** ImportDialog reads a table of applications: first a rehearsal that changes nothing, then the real thing. */
export function ImportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const rehearse = useMutation({ mutationFn: (f: File) => send(f, true) })
  const carryOut = useMutation({
    mutationFn: (f: File) => send(f, false),
    onSuccess: async (result) => {
      said(text.tracker.imported(result.imported))
      close()
      await client.invalidateQueries({ queryKey: ['applications'] })
    },
  })
  const close = () => {
    setFile(null)
    rehearse.reset()
    carryOut.reset()
    onClose()
  }
  const choose = (f: File | null) => {
    setFile(f)
    carryOut.reset()
    if (f) rehearse.mutate(f)
    else rehearse.reset()
  }
  const problem = carryOut.error ?? rehearse.error
  return (
    <Modal opened={opened} onClose={close} title={text.tracker.import} size="lg">
      <Stack>
        <Text size="sm" c="dimmed">
          {text.tracker.importLead}
        </Text>
        <FileInput label={text.tracker.importFile} placeholder={text.tracker.importChoose} accept=".csv,text/csv" value={file} onChange={choose} disabled={rehearse.isPending || carryOut.isPending} leftSection={<IconFileSpreadsheet size={17} />} clearable clearButtonProps={{ 'aria-label': text.tracker.importClear }} />
        {problem && (
          <Alert color="rose" variant="light" role="alert">
            {explain(problem)}
          </Alert>
        )}
        {rehearse.data && <Outcome result={rehearse.data} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {text.cancel}
          </Button>
          <Button disabled={!file || !rehearse.data?.imported} loading={carryOut.isPending || rehearse.isPending} onClick={() => file && carryOut.mutate(file)}>
            {text.tracker.importGo(rehearse.data?.imported ?? 0)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Outcome({ result }: { result: ImportResult }) {
  return (
    <>
      <Alert color={result.failed > 0 ? 'amber' : 'pine'} variant="light" role="status">
        {text.tracker.importOutcome(result.imported, result.skipped, result.failed)}
      </Alert>
      {result.errors.length > 0 && (
        <ScrollArea.Autosize mah={220}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{text.tracker.line}</Table.Th>
                <Table.Th>{text.tracker.problem}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {result.errors.map((e) => (
                <Table.Tr key={`${e.line}${e.message}`}>
                  <Table.Td className="numeric">{e.line}</Table.Td>
                  <Table.Td>{e.message}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
    </>
  )
}
