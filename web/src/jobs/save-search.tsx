import { Button } from '@mantine/core'
import { IconBell, IconBookmarkFilled, IconBookmarkPlus } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useToken } from '~/session/session'
import { text } from '~/text'
import { useCurrency } from './currency'
import { useSavedFilters } from './saved-queries'
import { queryOf, type Search, searchAddress, searchOf } from './search-state'
import { type Reading, settled } from './understood'

const NameSearch = lazy(() => import('./name-search'))

/** useIsSaved reports whether the present search is saved, in whatever order its results are. */
function useIsSaved(search: Search, understood: Reading | undefined): boolean {
  const { data: saved = [] } = useSavedFilters()
  const [currencyOf] = useCurrency()
  const asked = [search, settled(search, understood, currencyOf(search))].map((s) => JSON.stringify(queryOf(s)))
  return saved.some((f) => asked.includes(JSON.stringify(queryOf(searchOf(f.filters)))))
}

interface Props {
  search: Search
  understood: Reading | undefined
  /** For a search without results: the button offers to be told of the first one. */
  alerting?: boolean
}

/**
 * SaveSearch saves the present search under a name, or under another one. On a phone, the menu of saved searches offers it, unless
 * there are no results.
 */
export function SaveSearch({ search, understood, alerting = false }: Props) {
  const token = useToken()
  const navigate = useNavigate()
  const [naming, setNaming] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const saved = useIsSaved(search, understood)
  const Icon = saved ? IconBookmarkFilled : alerting ? IconBell : IconBookmarkPlus
  const look = alerting ? ({ variant: 'light' } as const) : ({ variant: 'subtle', size: 'compact-sm', visibleFrom: 'sm' } as const)
  const save = () => (token ? setNaming(true) : void navigate(`/login?next=${encodeURIComponent(searchAddress(search))}`))
  const done = () => {
    setNaming(false)
    button.current?.focus()
  }
  return (
    <>
      <Button ref={button} {...look} leftSection={<Icon size={16} />} onClick={save}>
        {saved ? text.savedState : alerting ? text.jobs.tellMe : text.jobs.saveSearch}
      </Button>
      {naming && (
        <Suspense fallback={null}>
          <NameSearch search={search} alert={alerting ? 'DAILY' : null} onDone={done} />
        </Suspense>
      )}
    </>
  )
}
