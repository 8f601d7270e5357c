import { useCallback, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { formatSearch, parseSearch, type Search } from './search-state'

/**
 * useSearch reads and writes the search in the address. Every choice is a step that "back" undoes; the letters of one
 * word are a single step.
 */
export function useSearch() {
  const [params, setParams] = useSearchParams()
  const typing = useRef(false)
  const search = useMemo(() => parseSearch(params), [params])
  const jobId = params.get('job')

  const write = useCallback(
    (next: URLSearchParams, replace: boolean) => setParams(next, { replace, preventScrollReset: true }),
    [setParams],
  )

  const change = useCallback(
    (patch: Partial<Search>) => {
      typing.current = false
      write(keepJob(formatSearch({ ...search, ...patch }), jobId), false)
    },
    [search, jobId, write],
  )

  const type = useCallback(
    (keyword: string) => {
      write(keepJob(formatSearch({ ...search, keyword }), jobId), typing.current)
      typing.current = true
    },
    [search, jobId, write],
  )

  const select = useCallback(
    (id: string | null, replace = false) => {
      typing.current = false
      write(keepJob(formatSearch(search), id), replace)
    },
    [search, write],
  )

  return { search, jobId, change, type, select }
}

function keepJob(params: URLSearchParams, id: string | null) {
  if (id) params.set('job', id)
  return params
}
