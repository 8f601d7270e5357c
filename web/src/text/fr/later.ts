import type * as En from '../en/later'
import { admin } from './admin'
import { adminSystem } from './admin-system'
import { adminUsers } from './admin-users'
import { channels } from './channels'
import { activity, events } from './events'
import { personalData } from './personal-data'
import { security } from './security'

export const later: typeof En.later = { security, personalData, channels, activity, admin, adminUsers, adminSystem, events }
