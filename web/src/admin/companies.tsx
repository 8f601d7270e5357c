import { ActionIcon, Autocomplete, Button, Card, Group, Modal, Pagination, Stack, Table, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconBuilding, IconPencil, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ask, jobs } from '~/api/client'
import { fieldErrors } from '~/api/error'
import type { Company } from '~/api/models'
import { learn } from '~/jobs/company-cache'
import { CompanyLogo } from '~/jobs/company-logo'
import { Lines } from '~/shell/skeletons'
import { Empty, Failure } from '~/shell/states'
import { failed, said } from '~/shell/toast'
import { useTyped } from '~/shell/use-typed'
import { text } from '~/text'

const SIZE = 25
const sizes = ['1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10000+']

/** Companies lists what is known of employers, to be put right by hand. */
export function Companies() {
  const [params, setParams] = useSearchParams()
  const [q, setQ] = useState('')
  const [page, setPage] = useState(1)
  const [typed, type] = useTyped(q, (v) => {
    setQ(v)
    setPage(1)
  })
  const editing = params.get('edit')
  const edit = (slug: string | null) => setParams({ tab: 'companies', ...(slug ? { edit: slug } : {}) }, { replace: true, preventScrollReset: true })
  const list = useQuery({
    queryKey: ['admin', 'companies', q, page],
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/companies', { params: { query: { ...(q ? { q } : {}), page: page - 1, size: SIZE } }, signal })),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <TextInput type="search" aria-label={text.admin.findCompany} placeholder={text.admin.findCompany} leftSection={<IconSearch size={15} />} value={typed} onChange={(e) => type(e.currentTarget.value)} maxLength={100} w={260} mb="md" />
      {list.isPending && <Lines count={4} height={52} />}
      {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
      {list.data?.content.length === 0 && <Empty icon={IconBuilding} title={text.admin.noCompanies} />}
      {list.data && list.data.content.length > 0 && (
        <Card padding={0}>
          <Table.ScrollContainer minWidth={680} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table horizontalSpacing="md" verticalSpacing="sm" highlightOnHover>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{text.tracker.company}</Table.Th>
                  <Table.Th>{text.company.industry}</Table.Th>
                  <Table.Th>{text.company.size}</Table.Th>
                  <Table.Th>{text.company.headquarters}</Table.Th>
                  <Table.Th>{text.admin.byHand}</Table.Th>
                  <Table.Th aria-label={text.edit} />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {list.data.content.map((c) => (
                  <Table.Tr key={c.slug ?? c.name}>
                    <Table.Td>
                      <Group gap="sm" wrap="nowrap">
                        <CompanyLogo name={c.name} url={c.logoUrl} size={28} />
                        <Text component={Link} to={`/companies/${c.slug}`} size="sm" fw={550} c="inherit" td="none">
                          {c.name}
                        </Text>
                      </Group>
                    </Table.Td>
                    <Table.Td>{c.industry ?? text.none}</Table.Td>
                    <Table.Td>{c.size ?? text.none}</Table.Td>
                    <Table.Td>{c.headquarters ?? text.none}</Table.Td>
                    <Table.Td>{c.manuallyEdited ? text.yes : text.none}</Table.Td>
                    <Table.Td>
                      <ActionIcon aria-label={text.admin.editOne(c.name)} onClick={() => edit(c.slug)}>
                        <IconPencil size={17} />
                      </ActionIcon>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Card>
      )}
      {list.data && list.data.totalPages > 1 && (
        <Group justify="center" mt="md">
          <Pagination total={list.data.totalPages} value={page} onChange={setPage} getItemProps={(p) => ({ 'aria-label': text.pageNumber(p) })} getControlProps={(c) => ({ 'aria-label': text.pageControl[c] })} />
        </Group>
      )}
      <Modal opened={editing !== null} onClose={() => edit(null)} title={text.admin.editCompany} size="lg">
        {editing && <Editor slug={editing} onDone={() => edit(null)} />}
      </Modal>
    </>
  )
}

/** The editor replaces the whole record, so it starts from the whole record and not from a list's entry. */
function Editor({ slug, onDone }: { slug: string; onDone: () => void }) {
  const current = useQuery({
    queryKey: ['admin', 'company', slug],
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/companies/{slug}', { params: { path: { slug }, query: { size: 1 } }, signal })),
    gcTime: 0,
    staleTime: 0,
  })
  if (current.isError) return <Failure error={current.error} retry={() => void current.refetch()} />
  if (!current.data || current.isFetching) return <Lines count={4} height={48} />
  return <Form company={current.data.company} slug={slug} onDone={onDone} />
}

const optional = ['website', 'industry', 'size', 'headquarters', 'logoUrl', 'description'] as const

function Form({ company, slug, onDone }: { company: Company; slug: string; onDone: () => void }) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: { name: company.name, website: company.website ?? '', industry: company.industry ?? '', size: company.size ?? '', headquarters: company.headquarters ?? '', logoUrl: company.logoUrl ?? '', description: company.description ?? '' },
    validate: { name: (v) => (v.trim() ? null : text.auth.needed), logoUrl: (v) => (!v.trim() || /^https?:\/\/\S+$/i.test(v.trim()) ? null : text.tracker.urlShape) },
  })
  const save = useMutation({
    mutationFn: (v: typeof form.values) => {
      const rest = Object.fromEntries(optional.map((k) => [k, v[k].trim() || null])) as Record<(typeof optional)[number], string | null>
      return ask(jobs.PUT('/jobs/admin/companies/{slug}', { params: { path: { slug } }, body: { name: v.name.trim(), ...rest } }))
    },
    onSuccess: (next) => {
      learn(client, next, 'full')
      void client.invalidateQueries({ queryKey: ['admin', 'companies'] })
      void client.invalidateQueries({ queryKey: ['company', slug] })
      said(text.admin.companySaved(next.name))
      onDone()
    },
    onError: (error) => {
      const fields = fieldErrors(error)
      if (Object.keys(fields).length > 0) form.setErrors(fields)
      else failed(error)
    },
  })
  return (
    <form onSubmit={form.onSubmit((v) => save.mutate(v))} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          {text.admin.editLead}
        </Text>
        <Group grow align="flex-start">
          <TextInput label={text.company.name} required maxLength={300} data-autofocus {...form.getInputProps('name')} />
          <TextInput label={text.company.website} maxLength={2048} {...form.getInputProps('website')} />
        </Group>
        <Group grow align="flex-start">
          <TextInput label={text.company.industry} maxLength={100} {...form.getInputProps('industry')} />
          <Autocomplete label={text.company.size} data={sizes} maxLength={50} {...form.getInputProps('size')} />
        </Group>
        <Group grow align="flex-start">
          <TextInput label={text.company.headquarters} maxLength={200} {...form.getInputProps('headquarters')} />
          <TextInput label={text.company.logo} maxLength={2048} {...form.getInputProps('logoUrl')} />
        </Group>
        <Textarea label={text.company.description} autosize minRows={4} maxRows={12} maxLength={10000} {...form.getInputProps('description')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {text.cancel}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {text.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
