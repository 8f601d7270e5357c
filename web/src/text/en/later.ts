import { admin } from './admin'
import { adminSystem } from './admin-system'
import { adminUsers } from './admin-users'
import { channels } from './channels'
import { activity, events } from './events'
import { personalData } from './personal-data'
import { security } from './security'

/** Texts of pages that nobody starts on. They are a chunk of their own: see ~/text/later. */
export const later = { security, personalData, channels, activity, admin, adminUsers, adminSystem, events }
