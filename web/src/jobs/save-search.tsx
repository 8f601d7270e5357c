import { Button } from '@mantine/core'
import { IconBookmarkFilled, IconBookmarkPlus } from '@tabler/icons-react'
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

/** SaveSearch saves the present search under a name, or under another one. On a phone, the menu of saved searches offers it. */
export function SaveSearch({ search, understood }: { search: Search; understood: Reading | undefined }) {
  const token = useToken()
  const navigate = useNavigate()
  const [naming, setNaming] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const saved = useIsSaved(search, understood)
  const Icon = saved ? IconBookmarkFilled : IconBookmarkPlus
  const save = () => (token ? setNaming(true) : void navigate(`/login?next=${encodeURIComponent(searchAddress(search))}`))
  const done = () => {
    setNaming(false)
    button.current?.focus()
  }
  return (
    <>
      <Button ref={button} variant="subtle" size="compact-sm" visibleFrom="sm" leftSection={<Icon size={16} />} onClick={save}>
        {saved ? text.savedState : text.jobs.saveSearch}
      </Button>
      {naming && (
        <Suspense fallback={null}>
          <NameSearch search={search} onDone={done} />
        </Suspense>
      )}
    </>
  )
}
