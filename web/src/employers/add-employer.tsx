import { Alert, Button, Group, Loader, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconBuilding, IconLock, IconMoodEmpty, IconSearch } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { explain, hasStatus } from '~/api/error'
import type { Find } from '~/api/models'
import { NamedCompanies } from '~/jobs/named-companies'
import { searchAddress } from '~/jobs/search-state'
import { BackLink } from '~/shell/back-link'
import { Page } from '~/shell/page'
import { Empty, QueryState } from '~/shell/states'
import { text } from '~/text'
import { isLooking, useAllowance, useEmployerNamed, useFind, useStartFind } from './find-queries'
import { FollowButton } from './follow-button'
import { FoundBoardCard } from './found-board'
import { Steps } from './steps'

const MAX_QUERY = 300
const LATE = 15_000 // milliseconds until a find that nobody has taken up is worth a word

/** AddEmployer finds the board of a company from its name or website and adds it. */
export default function AddEmployer() {
  const allowance = useAllowance()
  if (allowance.data?.allowed === false) {
    return (
      <Page title={text.addEmployer.title} back={<Back />} narrow>
        <Empty icon={IconLock} title={text.addEmployer.closed}>
          {text.addEmployer.closedHint}
        </Empty>
      </Page>
    )
  }
  return (
    <Page title={text.addEmployer.title} back={<Back />} lead={text.addEmployer.lead} narrow>
      <QueryState query={allowance} lines={1} />
      {allowance.data && <Search left={allowance.data.left} perDay={allowance.data.perDay} />}
    </Page>
  )
}

/** Back leads to the list of boards of the administration if that led here, else to the employers. */
function Back() {
  const [params] = useSearchParams()
  if (params.get('from') === 'boards') return <BackLink to="/admin?tab=boards">{text.nav.admin}</BackLink>
  return <BackLink to="/employers">{text.nav.employers}</BackLink>
}

function Search({ left, perDay }: { left: number; perDay: number }) {
  // The find is in the address, so that it is still there after a reload.
  const [params, setParams] = useSearchParams()
  const id = params.get('find')
  const find = useFind(id)
  const from = params.get('from')
  const start = useStartFind((f) => setParams({ find: f.id, ...(from ? { from } : {}) }))
  const [query, setQuery] = useState<string | null>(null)
  const [short, setShort] = useState(false)
  const typed = query ?? find.data?.query ?? params.get('name')?.slice(0, MAX_QUERY) ?? ''
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const wanted = typed.trim()
    setShort(wanted.length < 2)
    if (wanted.length >= 2) start.mutate(wanted)
  }
  return (
    <Stack gap="lg">
      <form onSubmit={submit} role="search">
        <Group align="flex-end" gap="sm">
          <TextInput
            label={text.addEmployer.label}
            placeholder={text.addEmployer.placeholder}
            value={typed}
            onChange={(e) => setQuery(e.currentTarget.value)}
            error={short && text.addEmployer.short}
            maxLength={MAX_QUERY}
            leftSection={<IconSearch size={17} aria-hidden />}
            style={{ flex: '1 1 16rem' }}
            autoFocus
          />
          <Button type="submit" loading={start.isPending || (find.data && isLooking(find.data))}>
            {text.addEmployer.find}
          </Button>
        </Group>
        <Text size="xs" c="dimmed" mt={6} className="numeric">
          {text.addEmployer.left(left, perDay)}
        </Text>
      </form>
      {start.isError && (
        <Alert color={hasStatus(start.error, 409, 429) ? 'amber' : 'rose'} variant="light" role="alert">
          {hasStatus(start.error, 429) && start.error.retryAfter
            ? text.addEmployer.used(start.error.retryAfter)
            : explain(start.error)}
        </Alert>
      )}
      {id && <QueryState query={find} lines={1} height={96} />}
      {find.data && <Result find={find.data} />}
    </Stack>
  )
}

function Result({ find }: { find: Find }) {
  if (isLooking(find)) return <Looking find={find} />
  if (find.status === 'failed') {
    return (
      <Alert color="rose" variant="light" role="alert" title={text.addEmployer.failed}>
        {text.addEmployer.failedHint}
      </Alert>
    )
  }
  if (find.boards.length === 0) return <NoBoard find={find} />
  return (
    <section aria-labelledby="found">
      <Title order={2} fz="h3" id="found" role="status">
        {text.addEmployer.found(find.boards.length)}
      </Title>
      {find.boards.length > 1 && (
        <Text size="sm" c="dimmed">
          {text.addEmployer.choose}
        </Text>
      )}
      <Stack mt="md" gap="md">
        {find.boards.map((b, i) => (
          <FoundBoardCard key={`${b.sourceType}/${b.token}`} find={find.id} choice={i} board={b} />
        ))}
      </Stack>
    </section>
  )
}

/** NoBoard says that nothing was found, unless the company of this name is in Rolecall under another name of its board. */
function NoBoard({ find }: { find: Find }) {
  const known = useEmployerNamed(find.query)
  if (known.isLoading) return null
  if (known.data) {
    const { id, name, following } = known.data
    return (
      <div role="status">
        <Empty
          plain
          icon={IconBuilding}
          title={text.addEmployer.alreadyHere(name)}
          action={
            <Group>
              <Button component={Link} to={searchAddress({ company: [name] })} variant="light">
                {text.addEmployer.newPostings(name)}
              </Button>
              <FollowButton employer={{ id, name }} following={following} />
            </Group>
          }
        >
          {text.addEmployer.alreadyHereHint}
        </Empty>
      </div>
    )
  }
  return (
    <div role="status">
      <Empty plain icon={IconMoodEmpty} title={text.addEmployer.nothing(find.query)}>
        {text.addEmployer.nothingHint}
      </Empty>
      <NamedCompanies keyword={find.query} />
      <Steps steps={find.steps} />
    </div>
  )
}

/** Looking shows how far a find is. */
function Looking({ find }: { find: Find }) {
  const late = find.status === 'queued' && Date.now() - Date.parse(find.requestedAt) > LATE
  return (
    <div role="status">
      <Group gap="sm">
        <Loader size="sm" aria-hidden />
        <Text fw={550}>{text.addEmployer.looking(find.query)}</Text>
      </Group>
      <Text size="sm" c="dimmed" mt={4} className="numeric">
        {find.status === 'running' ? text.addEmployer.asked(find.steps.length) : late ? text.addEmployer.late : text.addEmployer.queued}
      </Text>
    </div>
  )
}
