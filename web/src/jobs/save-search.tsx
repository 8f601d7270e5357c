import { Button } from '@mantine/core'
import { IconBookmarkFilled, IconBookmarkPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useToken } from '~/session/session'
import { text } from '~/text'
import { useSavedFilters } from './saved-queries'
import { queryOf, type Search, searchAddress, searchOf } from './search-state'

const NameSearch = lazy(() => import('./name-search'))

/** useIsSaved reports whether the present search is saved, in whatever order its results are. */
function useIsSaved(search: Search): boolean {
  const { data: saved = [] } = useSavedFilters()
  const asked = JSON.stringify(queryOf(search))
  return saved.some((f) => JSON.stringify(queryOf(searchOf(f.filters))) === asked)
}

/** SaveSearch saves the present search under a name, or under another one. On a phone, the menu of saved searches offers it. */
export function SaveSearch({ search }: { search: Search }) {
  const token = useToken()
  const navigate = useNavigate()
  const [naming, setNaming] = useState(false)
  const saved = useIsSaved(search)
  const Icon = saved ? IconBookmarkFilled : IconBookmarkPlus
  const save = () => (token ? setNaming(true) : void navigate(`/login?next=${encodeURIComponent(searchAddress(search))}`))
  return (
    <>
      <Button variant="subtle" size="compact-sm" visibleFrom="sm" leftSection={<Icon size={16} />} onClick={save}>
        {saved ? text.savedState : text.jobs.saveSearch}
      </Button>
      {naming && (
        <Suspense fallback={null}>
          <NameSearch search={search} onDone={() => setNaming(false)} />
        </Suspense>
      )}
    </>
  )
}
