import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, identity } from '~/api/client'
import type { UserAction, UserDetails, UserState } from '~/api/models'

const SIZE = 25
const listKey = ['admin', 'users']
const userKey = (id: string) => ['admin', 'user', id]
const invitationsKey = ['admin', 'invitations']

/** useUsers returns a page of users; pages count from 1. */
export function useUsers(q: string, state: UserState | null, page: number) {
  return useQuery({
    queryKey: [...listKey, q, state, page],
    queryFn: ({ signal }) => {
      const query = { q: q || undefined, state: state ?? undefined, page: page - 1, size: SIZE }
      return ask(identity.GET('/auth/admin/users', { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
  })
}

/** useUser returns one user. Each reading is recorded, so it is not repeated by itself. */
export function useUser(userId: string) {
  return useQuery({
    queryKey: userKey(userId),
    queryFn: ({ signal }) => ask(identity.GET('/auth/admin/users/{userId}', { params: { path: { userId } }, signal })),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** useUserAction changes or deletes a user; the code is needed with two-factor authentication on. */
export function useUserAction(userId: string, action: UserAction | 'delete', onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (totpCode?: string): Promise<UserDetails | undefined> => {
      const params = { path: { userId } }
      const code = totpCode ? { totpCode } : {}
      if (action === 'delete') return ask(identity.DELETE('/auth/admin/users/{userId}', { params, body: code }))
      return ask(identity.POST('/auth/admin/users/{userId}/actions', { params, body: { action, ...code } }))
    },
    onSuccess: (user) => {
      if (user) client.setQueryData(userKey(userId), user)
      void client.invalidateQueries({ queryKey: listKey })
      void client.invalidateQueries({ queryKey: ['admin', 'events'] })
      onDone()
    },
  })
}

export function useInvitations() {
  return useQuery({
    queryKey: invitationsKey,
    queryFn: ({ signal }) => ask(identity.GET('/auth/admin/invitations', { signal })),
  })
}

export function useInvite(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => ask(identity.POST('/auth/admin/invitations', { body: { email } })),
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: invitationsKey }),
  })
}

export function useWithdraw() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => ask(identity.DELETE('/auth/admin/invitations', { body: { email } })),
    onSettled: () => client.invalidateQueries({ queryKey: invitationsKey }),
  })
}
