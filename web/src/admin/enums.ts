import { valuesOf } from '~/api/enums'
import type { BoardHealth, TriggerKind, UserState } from '~/api/models'
import { later } from '~/text/later'

// The enums of the administrator's pages, whose labels are loaded with these pages.
export const boardHealths = valuesOf<BoardHealth>(later.admin.boardHealth)
export const triggerKinds = valuesOf<TriggerKind>(later.admin.kinds)
export const userStates = valuesOf<UserState>(later.adminUsers.states)
