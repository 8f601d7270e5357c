import { valuesOf } from '~/api/enums'
import type { PullTargetStatus, TriggerKind, UserState } from '~/api/models'
import { later } from '~/text/later'

// The enums of the administrator's pages, whose labels are loaded with these pages.
export const pullTargetStatuses = valuesOf<PullTargetStatus>(later.admin.boardStatus)
export const triggerKinds = valuesOf<TriggerKind>(later.admin.kinds)
export const userStates = valuesOf<UserState>(later.adminUsers.states)
