import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatSearch, parseSearch, type Search } from './search-state'

interface State {
  search: Search
  jobId: string | null
}

/**
 * useSearch reads and writes the search in the address. Every choice is a step that "back" undoes; the letters of one
 * word are a single step.
 */
export function useSearch() {
  const [params, setParams] = useSearchParams()
  const typing = useRef(false)
  const written = useMemo((): State => ({ search: parseSearch(params), jobId: params.get('job') }), [params])

  // The address follows when the browser finds time; a tick in a box must be seen at once.
  const [ahead, setAhead] = useState<(State & { from: State }) | null>(null)
  const { search, jobId } = ahead?.from === written ? ahead : written

  // Who goes back before the address was read anew arrives where `ahead` set out from, and must not find it there.
  useEffect(() => {
    const forget = () => setAhead(null)
    window.addEventListener('popstate', forget)
    return () => window.removeEventListener('popstate', forget)
  }, [])

  const write = useCallback(
    (search: Search, jobId: string | null, replace: boolean) => {
      setAhead({ search, jobId, from: written })
      const next = formatSearch(search)
      if (jobId) next.set('job', jobId)
      setParams(next, { replace })
    },
    [written, setParams],
  )

  const change = useCallback(
    (patch: Partial<Search>) => {
      typing.current = false
      write({ ...search, ...patch }, jobId, false)
    },
    [search, jobId, write],
  )

  const type = useCallback(
    (keyword: string) => {
      write({ ...search, keyword }, jobId, typing.current)
      typing.current = true
    },
    [search, jobId, write],
  )

  const select = useCallback(
    (id: string | null, replace = false) => {
      typing.current = false
      write(search, id, replace)
    },
    [search, write],
  )

  return { search, jobId, change, type, select }
}
