import { QueryClient } from '@tanstack/react-query'
import { retriable } from './api/error'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: (count, failure) => count < 2 && retriable(failure),
    },
    // A change that cannot be sent now fails now, rather than being sent when the connection is back.
    mutations: { networkMode: 'always' },
  },
})
