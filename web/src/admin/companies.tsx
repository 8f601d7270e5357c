import { ActionIcon, Autocomplete, Card, Group, Modal, Stack, Table, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconBuilding, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ask, jobs } from '~/api/client'
import { fieldErrors } from '~/api/error'
import type { Company } from '~/api/models'
import { learn } from '~/jobs/company-cache'
import { CompanyLogo } from '~/jobs/company-logo'
import { FormButtons } from '~/shell/buttons'
import { DataTable } from '~/shell/data-table'
import { Pager } from '~/shell/pager'
import { SearchInput } from '~/shell/search-input'
import { Lines } from '~/shell/skeletons'
import { Empty, Failure, QueryState } from '~/shell/states'
import { failed, said } from '~/shell/toast'
import { filled, webAddress } from '~/shell/validate'
import { text } from '~/text'
import { later } from '~/text/later'

const SIZE = 25
const sizes = ['1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10000+']

/** Companies lists companies and edits them. */
export function Companies() {
  const [params, setParams] = useSearchParams()
  const [q, setQ] = useState('')
  const [page, setPage] = useState(1)
  const find = (v: string) => {
    setQ(v)
    setPage(1)
  }
  const editing = params.get('edit')
  const edit = (slug: string | null) =>
    setParams({ tab: 'companies', ...(slug ? { edit: slug } : {}) }, { replace: true, preventScrollReset: true })
  const list = useQuery({
    queryKey: ['admin', 'companies', q, page],
    queryFn: ({ signal }) => {
      const query = { q: q || undefined, page: page - 1, size: SIZE }
      return ask(jobs.GET('/jobs/companies', { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <SearchInput label={later.admin.findCompany} value={q} onChange={find} maxLength={100} w={{ base: '100%', xs: 260 }} mb="md" />
      <QueryState query={list} lines={4} height={52} />
      {list.data?.content.length === 0 && <Empty icon={IconBuilding} title={later.admin.noCompanies} />}
      {list.data && list.data.content.length > 0 && (
        <Card padding={0}>
          <DataTable
            minWidth={680}
            stacked
            highlightOnHover
            columns={[
              later.admin.company,
              text.company.industry,
              text.company.size,
              text.company.headquarters,
              later.admin.byHand,
              <span key="edit" className="sr-only">
                {text.edit}
              </span>,
            ]}
          >
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
                <Table.Td data-none={!c.industry || undefined}>{c.industry ?? text.none}</Table.Td>
                <Table.Td data-none={!c.size || undefined}>{c.size ?? text.none}</Table.Td>
                <Table.Td data-none={!c.headquarters || undefined}>{c.headquarters ?? text.none}</Table.Td>
                <Table.Td data-none={!c.manuallyEdited || undefined}>{c.manuallyEdited ? text.yes : text.none}</Table.Td>
                <Table.Td>
                  <ActionIcon aria-label={later.admin.editOne(c.name)} onClick={() => edit(c.slug)}>
                    <IconPencil size={17} />
                  </ActionIcon>
                </Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
        </Card>
      )}
      <Pager pages={list.data?.totalPages} page={page} onChange={setPage} />
      <Modal opened={editing !== null} onClose={() => edit(null)} title={later.admin.editCompany} size="lg">
        {editing && <Editor slug={editing} onDone={() => edit(null)} />}
      </Modal>
    </>
  )
}

/** Editor loads the whole company first, because saving replaces the whole of it. */
function Editor({ slug, onDone }: { slug: string; onDone: () => void }) {
  const current = useQuery({
    queryKey: ['admin', 'company', slug],
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/companies/{slug}', { params: { path: { slug }, query: { size: 1 } }, signal })),
    gcTime: 0,
    staleTime: 0,
    // The form would begin anew, without what was typed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (current.isError) return <Failure error={current.error} retry={current.refetch} />
  if (!current.data || current.isFetching) return <Lines count={4} height={48} />
  return <Form company={current.data.company} slug={slug} onDone={onDone} />
}

const optional = ['website', 'industry', 'size', 'headquarters', 'logoUrl', 'description'] as const

function Form({ company, slug, onDone }: { company: Company; slug: string; onDone: () => void }) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: {
      name: company.name,
      website: company.website ?? '',
      industry: company.industry ?? '',
      size: company.size ?? '',
      headquarters: company.headquarters ?? '',
      logoUrl: company.logoUrl ?? '',
      description: company.description ?? '',
    },
    validate: { name: filled, logoUrl: webAddress },
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
      said(later.admin.companySaved(next.name))
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
          {later.admin.editLead}
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
        <Textarea
          label={text.company.description}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={10000}
          {...form.getInputProps('description')}
        />
        <FormButtons onCancel={onDone} action={text.save} loading={save.isPending} />
      </Stack>
    </form>
  )
}
