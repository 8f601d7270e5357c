import type { UserAction, UserState } from '~/api/models'
import { plural } from './later-plural'

/** An administrator's pages about users. */
export const adminUsers = {
  tab: 'Users',
  find: 'Find a user by name or email',
  states: {
    active: 'Active',
    unverified: 'Not confirmed',
    pending: 'Waiting for the code',
    disabled: 'Disabled',
  } satisfies Record<UserState, string>,
  count: (n: string, one: boolean) => `${n} ${one ? 'user' : 'users'}`,
  administrator: 'Administrator',
  none: 'No users found',
  noneHint: 'Try a shorter part of the name or address, or another status.',
  lastLogin: (ago: string) => `Last sign-in ${ago}`,
  neverLoggedIn: 'No sign-in on record',

  back: 'All users',
  gone: 'User not found',
  goneHint: 'The account may have been deleted.',
  account: 'Account',
  created: 'Created',
  confirmed: 'Address confirmed',
  disabledSince: 'Disabled',
  lastLoginLabel: 'Last sign-in',
  backupCodes: (n: number) => `On, ${n} backup ${plural(n, 'code', 'codes')} left`,
  passkeys: 'Passkeys',
  events: 'Audit log of this user',
  pendingHint: 'This person has registered but has not entered the emailed code yet. The registration expires after a day.',
  sessions: 'Sessions',
  sessionsLead: 'Where this user is signed in.',
  noSessions: 'Not signed in anywhere.',
  actions: 'Actions',
  actionsLead: 'Everything you do here is recorded, and the user is notified by email. Make sure they asked for it.',
  own: 'This is your own account.',
  ownSettings: 'Change it in your settings',

  secondFactor: 'Your account uses two-factor authentication, so this needs a code. Each works once.',
  typeAddress: (email: string) => `Type ${email} to confirm`,
  action: {
    verify: {
      button: 'Confirm address',
      help: 'For a user who does not get our emails. Make sure the address is really theirs: it may be an administrator’s.',
      done: 'Address confirmed.',
    },
    'reset-password': {
      button: 'Reset password',
      help: 'The password stops working and all sessions end. The user gets an email to choose a new one.',
      done: 'Password reset.',
    },
    'reset-two-factor': {
      button: 'Reset two-factor',
      help: 'Turns it off, removes passkeys and ends all sessions. Afterwards the password alone is enough to sign in.',
      done: 'Two-factor authentication is off.',
    },
    'end-sessions': {
      button: 'End all sessions',
      help: 'Signs the user out everywhere. They can sign in again.',
      done: 'All sessions ended.',
    },
    disable: {
      button: 'Disable account',
      help: 'Nobody can sign in, and no reminders or digests are sent. Nothing is deleted.',
      done: 'Account disabled.',
    },
    enable: {
      button: 'Enable account',
      help: 'The user can sign in again, with everything as it was.',
      done: 'Account enabled.',
    },
    delete: {
      button: 'Delete account',
      help: 'Deletes the account with all applications, reminders and saved jobs. This cannot be undone.',
      done: 'Account deleted.',
    },
  } satisfies Record<UserAction | 'delete', object>,

  invitations: 'Invitations',
  invitationsLead: 'Registration is by invitation. An invitation is valid for seven days, for its address only.',
  invite: 'Invite',
  inviteEmail: 'Email address to invite',
  invited: (email: string) => `We sent an invitation to ${email}.`,
  noInvitations: 'No open invitations.',
  expires: (ago: string) => `expires ${ago}`,
  withdraw: 'Withdraw',
  withdrawOne: (email: string) => `Withdraw the invitation to ${email}`,
  withdrawn: 'Invitation withdrawn.',
}
