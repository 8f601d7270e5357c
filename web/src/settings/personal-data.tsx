import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { ask, gateway } from '~/api/client'
import { today } from '~/format/date'
import { failed, said } from '~/shell/toast'
import { later } from '~/text/later'
import { download } from '~/tracker/download'
import { Section } from './section'

/** PersonalData downloads everything that the platform knows about the user. */
export function PersonalData() {
  const save = useMutation({
    mutationFn: () => ask(gateway.GET('/personal-data', { parseAs: 'blob' })),
    onSuccess: (content) => {
      download(content as unknown as Blob, `rolecall-${today()}.zip`)
      said(later.personalData.done)
    },
    onError: failed,
  })
  return (
    <Section title={later.personalData.title} lead={later.personalData.lead}>
      <Button variant="default" leftSection={<IconDownload size={16} />} loading={save.isPending} onClick={() => save.mutate()}>
        {later.personalData.download}
      </Button>
    </Section>
  )
}
