import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, jobs } from '~/api/client'
import type { Feed, NewFeed } from '~/api/models'
import { failed, said } from '~/shell/toast'
import { text } from '~/text'

const feedsKey = ['jobs', 'feeds']

export function useFeeds() {
  return useQuery({
    queryKey: feedsKey,
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/feeds', { signal })),
    select: (d) => d.items,
  })
}

/** useFeedOf returns the feed of a search, which is made on first use. */
export function useFeedOf(search: NewFeed) {
  return useQuery({
    queryKey: [...feedsKey, 'of', search],
    queryFn: () => ask(jobs.POST('/jobs/feeds', { body: search })),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** useFeedChanges replaces the addresses of a feed, and ends it. */
export function useFeedChanges() {
  const client = useQueryClient()
  const settle = { onError: failed, onSettled: () => client.invalidateQueries({ queryKey: feedsKey }) }
  const reset = useMutation({
    mutationFn: (f: Feed) => ask(jobs.POST('/jobs/feeds/{id}/reset', { params: { path: { id: f.id } } })),
    onSuccess: () => said(text.feeds.wasReset),
    ...settle,
  })
  const remove = useMutation({
    mutationFn: (f: Feed) => ask(jobs.DELETE('/jobs/feeds/{id}', { params: { path: { id: f.id } } })),
    onSuccess: () => {
      client.removeQueries({ queryKey: [...feedsKey, 'of'] }) // reading it again would make it again
      said(text.feeds.removed)
    },
    ...settle,
  })
  return { reset, remove }
}
