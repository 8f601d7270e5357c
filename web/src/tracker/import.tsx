import { Alert, FileInput, Modal, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { applications, ask } from '~/api/client'
import { fieldErrors } from '~/api/error'
import type { ImportResult } from '~/api/models'
import { zoneName } from '~/format/zone'
import { FormButtons } from '~/shell/buttons'
import { Problem } from '~/shell/states'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { problemOf } from '~/text/server'

const send = (file: File, dryRun: boolean) =>
  ask(
    applications.POST('/applications/import', {
      params: { query: { dryRun, zone: zoneName() } },
      headers: { 'Content-Type': 'text/csv' },
      body: file as never,
      bodySerializer: (body) => body as never,
    }),
  )

/** ImportDialog imports a table of applications: first it checks the file, then the user confirms. */
export function ImportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const check = useMutation({ mutationFn: (f: File) => send(f, true) })
  const run = useMutation({
    mutationFn: (f: File) => send(f, false),
    onSuccess: async (result) => {
      said(text.tracker.imported(result.imported))
      close()
      await client.invalidateQueries({ queryKey: ['applications'] })
    },
  })
  const close = () => {
    setFile(null)
    check.reset()
    run.reset()
    onClose()
  }
  const choose = (f: File | null) => {
    setFile(f)
    run.reset()
    if (f) check.mutate(f)
    else check.reset()
  }
  const problem = run.error ?? check.error
  return (
    <Modal opened={opened} onClose={close} title={text.tracker.import} size="lg">
      <Stack>
        <Text size="sm" c="dimmed">
          {text.tracker.importLead}
        </Text>
        <FileInput
          label={text.tracker.importFile}
          placeholder={text.tracker.importChoose}
          accept=".csv,text/csv"
          value={file}
          onChange={choose}
          disabled={check.isPending || run.isPending}
          leftSection={<IconFileSpreadsheet size={17} />}
          clearable
          clearButtonProps={{ 'aria-label': text.tracker.importClear }}
        />
        <Problem error={problem}>{fieldErrors(problem).file}</Problem>
        {check.data && <Outcome result={check.data} />}
        <FormButtons
          onCancel={close}
          action={text.tracker.importGo(check.data?.imported ?? 0)}
          disabled={!file || !check.data?.imported}
          loading={run.isPending || check.isPending}
          onClick={() => file && run.mutate(file)}
        />
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
                  <Table.Td>{problemOf(e)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
    </>
  )
}
