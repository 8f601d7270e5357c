import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatSearch, parseSearch, type Search } from './search-state'

interface State {
  search: Search
  jobId: string | null
}

/**
 * useSearch reads and writes the search in the address. "Back" undoes one choice at a time; the letters of one word are a
 * single step.
 */
export function useSearch() {
  const [params, setParams] = useSearchParams()
  const typing = useRef(false)
  const written = useMemo((): State => ({ search: parseSearch(params), jobId: params.get('job') }), [params])

  // The router may apply a new address late, but a ticked box must show at once: `ahead` is shown until then.
  const [ahead, setAhead] = useState<(State & { from: State }) | null>(null)
  const { search, jobId } = ahead?.from === written ? ahead : written

  // The latest state, rendered or not: a change based on an older one would undo the change in between.
  const asked = useRef<State>(written)
  const navigate = useRef(setParams)
  useLayoutEffect(() => {
    asked.current = { search, jobId }
  }, [search, jobId])
  useLayoutEffect(() => {
    navigate.current = setParams
  })

  // Going back before the new address was applied returns to the state that `ahead` started from: drop `ahead` then.
  useEffect(() => {
    const forget = () => {
      typing.current = false
      setAhead(null)
    }
    window.addEventListener('popstate', forget)
    return () => window.removeEventListener('popstate', forget)
  }, [])

  const write = useCallback(
    (next: State, replace: boolean) => {
      asked.current = next
      setAhead({ ...next, from: written })
      const params = formatSearch(next.search)
      if (next.jobId) params.set('job', next.jobId)
      navigate.current(params, { replace })
    },
    [written],
  )

  const change = useCallback(
    (patch: Partial<Search>) => {
      typing.current = false
      const { search, jobId } = asked.current
      // "Search for … instead" applies to one keyword only.
      const correct = patch.correct ?? (patch.keyword === undefined || patch.keyword === search.keyword ? search.correct : true)
      write({ search: { ...search, ...patch, correct }, jobId }, false)
    },
    [write],
  )

  const type = useCallback(
    (keyword: string) => {
      const { search, jobId } = asked.current
      write({ search: { ...search, keyword, correct: true }, jobId }, typing.current)
      typing.current = true
    },
    [write],
  )

  const select = useCallback(
    (id: string | null, replace = false) => {
      typing.current = false
      write({ search: asked.current.search, jobId: id }, replace)
    },
    [write],
  )

  return { search, jobId, change, type, select }
}
