import { Button, NativeSelect } from '@mantine/core'
import { useDebouncedValue, useDisclosure, useElementSize } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconArrowLeft } from '@tabler/icons-react'
import { lazy, Suspense, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { jobSorts } from '~/api/enums'
import type { JobSort } from '~/api/models'
import { queryClient } from '~/query'
import { useBack } from '~/shell/back-link'
import { useTitle } from '~/shell/page'
import { useShortcut } from '~/shell/shortcuts'
import { focusResults } from '~/shell/skip-links'
import { usePhone } from '~/shell/use-phone'
import { text } from '~/text'
import { useTracked } from '~/tracker/queries'
import { Chips } from './chips'
import { useCurrency } from './currency'
import { Filters } from './filters'
import classes from './find.module.css'
import { JobDetails } from './job-details'
import { JobList } from './job-list'
import { PlaceField } from './place-field'
import { postingsOf, startSearch, useJobSearch, useOpenedJob } from './queries'
import { rememberSearch } from './last-search'
import { SavedSearches } from './saved-searches-button'
import { SearchField } from './search-field'
import { chipsOf, parseSearch, searchAddress, sortOf } from './search-state'
import { useNoteSeen } from './seen'
import { explicit, ticked } from './understood'
import { useSearch } from './use-search'

const FilterDrawer = lazy(() => import('./filter-drawer'))

// On the first page of a visit the answer is on its way while the app is being prepared.
if (location.pathname === '/find') startSearch(queryClient, parseSearch(new URLSearchParams(location.search)))

/** Find is the search page: filters, list and open posting, side by side if there is room. */
export default function Find() {
  const { search, jobId, change, type, select } = useSearch()
  const back = useBack()
  useEffect(() => rememberSearch(searchAddress(search)), [search])
  const [filtersOpen, filters] = useDisclosure()
  const { ref: top, height } = useElementSize()
  const roomForDetails = !usePhone()
  const result = useJobSearch(search)
  const postings = useMemo(() => postingsOf(result.data?.pages ?? []), [result.data])
  const tracked = useTracked()
  // While the search is being typed, do not render the first posting of every list: wait until the list stays.
  const first = postings[0]?.id ?? null
  const page = result.data?.pages[0]
  const words = page ? (page.understood?.keyword ?? page.asked) : search.keyword.trim()
  // The answer to another keyword says nothing of this one.
  const understood = page?.asked === search.keyword.trim() ? page.understood : undefined
  const [currencyOf] = useCurrency()
  const currency = currencyOf(search)
  const [settled] = useDebouncedValue(useMemo(() => ({ first, words }), [first, words]), 200)
  const shown = jobId ?? (roomForDetails ? (settled.first ?? first) : null)
  const highlight = settled.first === null ? words : settled.words
  // Rendering the list and the posting takes time. Deferred, it never delays typing.
  const view = useDeferredValue(
    useMemo(
      () => ({ result, postings, search, shown, highlight, tracked }),
      [result, postings, search, shown, highlight, tracked],
    ),
  )
  const details = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    details.current?.scrollTo(0, 0)
    if (view.shown && !roomForDetails) window.scrollTo(0, 0)
  }, [view.shown, roomForDetails])
  const opened = useOpenedJob(jobId, view.highlight)
  useNoteSeen(opened ? jobId : null)
  useTitle(opened ? `${opened.title} · ${opened.company.name}` : search.keyword || text.nav.find)

  const step = (by: number) => {
    const at = postings.findIndex((p) => p.id === shown)
    const next = postings[Math.min(Math.max(at + by, 0), postings.length - 1)]
    if (!next) return
    select(next.id, true)
    document.querySelector(`[data-job="${next.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  useShortcut('j', () => step(1))
  useShortcut('k', () => step(-1))
  useShortcut('r', focusResults)

  const narrowing = chipsOf(search).length
  // With nothing to open, what can be done about it has the room of the posting too.
  const nothing = view.result.isSuccess && view.postings.length === 0 && !view.shown
  return (
    <div style={{ '--find-top': `calc(var(--header-height) + 1px + ${Math.max(height + 27, 63)}px)` } as React.CSSProperties}>
      <h1 className="sr-only">{text.nav.find}</h1>
      <div className={classes.top} data-open={(jobId && !roomForDetails) || undefined}>
        <div ref={top}>
          <div className={classes.fields}>
            <SearchField search={search} onType={type} onChange={change} />
            <PlaceField
              search={ticked(search, understood, currency)}
              onChange={(patch) => change(explicit(search, understood, patch, currency))}
            />
            <NativeSelect
              aria-label={text.jobs.sortBy}
              data={jobSorts.map((s) => ({ value: s, label: text.jobs.sort[s] }))}
              value={sortOf(search)}
              onChange={(e) => change({ sort: e.currentTarget.value as JobSort })}
              w={150}
              visibleFrom="sm"
            />
            <SavedSearches search={search} onChoose={change} />
            <Button hiddenFrom="lg" variant="default" px="sm" onClick={filters.open} aria-label={text.jobs.filtersOpen(narrowing)}>
              <IconAdjustmentsHorizontal size={18} />
              {narrowing > 0 && <span style={{ marginLeft: 6 }}>{narrowing}</span>}
            </Button>
          </div>
          <Chips search={search} onChange={change} />
        </div>
      </div>
      <div className={classes.columns} data-open={(jobId && !roomForDetails) || undefined} data-empty={nothing || undefined}>
        <aside className={classes.filters} aria-label={text.jobs.filters} tabIndex={0}>
          <Filters search={search} understood={understood} onChange={change} />
        </aside>
        <JobList view={view} onChange={change} />
        <section ref={details} id="posting" className={classes.details} aria-label={text.jobs.posting} tabIndex={shown ? 0 : undefined}>
          {jobId && !roomForDetails && (
            <Button
              variant="subtle"
              size="compact-sm"
              mt={4}
              ml={8}
              leftSection={<IconArrowLeft size={18} />}
              onClick={back ?? (() => select(null))}
            >
              {text.jobs.backToList}
            </Button>
          )}
          {view.shown && (
            <JobDetails
              key={view.shown}
              id={view.shown}
              highlight={view.highlight}
              summary={view.postings.find((p) => p.id === view.shown)}
            />
          )}
        </section>
      </div>
      {filtersOpen && (
        <Suspense fallback={null}>
          <FilterDrawer
            search={search}
            understood={understood}
            found={page?.totalElements}
            onChange={change}
            onClose={filters.close}
          />
        </Suspense>
      )}
    </div>
  )
}
