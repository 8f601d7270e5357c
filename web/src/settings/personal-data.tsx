import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { ask, gateway } from '~/api/client'
import { today } from '~/format/date'
import { failed, said } from '~/shell/toast'
import { text } from '~/text'
import { download } from '~/tracker/download'
import { Section } from './section'

/** PersonalData downloads everything that the platform knows of the user. */
export function PersonalData() {
  const save = useMutation({
    mutationFn: () => ask(gateway.GET('/personal-data', { parseAs: 'blob' })),
    onSuccess: (content) => {
      download(content as unknown as Blob, `rolecall-${today()}.zip`)
      said(text.personalData.done)
    },
    onError: failed,
  })
  return (
    <Section title={text.personalData.title} lead={text.personalData.lead}>
      <Button variant="default" leftSection={<IconDownload size={16} />} loading={save.isPending} onClick={() => save.mutate()}>
        {text.personalData.download}
      </Button>
    </Section>
  )
}
