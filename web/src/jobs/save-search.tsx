import { Button } from '@mantine/core'
import { IconBookmarkPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useToken } from '~/session/session'
import { text } from '~/text'
import { type Search, searchAddress } from './search-state'

const NameSearch = lazy(() => import('./name-search'))

/** SaveSearch saves the present search under a name. On a phone, the menu of saved searches offers it. */
export function SaveSearch({ search }: { search: Search }) {
  const token = useToken()
  const navigate = useNavigate()
  const [naming, setNaming] = useState(false)
  const save = () => (token ? setNaming(true) : void navigate(`/login?next=${encodeURIComponent(searchAddress(search))}`))
  return (
    <>
      <Button variant="subtle" size="compact-sm" visibleFrom="sm" leftSection={<IconBookmarkPlus size={16} />} onClick={save}>
        {text.jobs.saveSearch}
      </Button>
      {naming && (
        <Suspense fallback={null}>
          <NameSearch search={search} onDone={() => setNaming(false)} />
        </Suspense>
      )}
    </>
  )
}
