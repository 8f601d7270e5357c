const several = (n: number, one: string, many: string) => (n === 1 ? one : `${n} ${many}`)

type Sentence = (count: number) => string

/** What happened to one's own account, in sentences. A kind that is not listed gets a general sentence. */
export const activity = {
  title: 'Recent security activity',
  lead: 'What happened to your account, newest first. If something was not you, change your password and end the sessions above.',
  none: 'No activity yet.',
  more: 'Show older activity',
  byOperator: 'by the operator of this site',
  sentence: (kind: string, count: number): string =>
    (sentences as Partial<Record<string, Sentence>>)[kind]?.(count) ?? 'Your account’s security settings were changed.',
}

export const sentences = {
  'account.registered': () => 'Your account was created.',
  'account.created': () => 'Your account was created.',
  'account.disabled': () => 'Your account was disabled.',
  'account.enabled': () => 'Your account was enabled again.',
  'account.shown': () => 'Your account details were viewed.',
  'account.listed': () => 'You viewed the list of users.',
  'account.exported': () => 'A copy of your data was requested.',
  'invitation.sent': () => 'You invited someone.',
  'invitation.withdrawn': () => 'You withdrew an invitation.',
  'sessions.listed': () => 'The list of your sessions was viewed.',
  'account.verified': () => 'Your email address was confirmed.',
  'login.succeeded': () => 'You signed in.',
  'login.failed': (n) => several(n, 'A sign-in attempt failed.', 'sign-in attempts failed.'),
  'login.throttled': (n) =>
    several(n, 'A sign-in attempt was blocked after too many failures.', 'sign-in attempts were blocked after too many failures.'),
  'session.ended': () => 'A session was signed out.',
  'session.surplus_ended': () => 'Your oldest session was ended because there were too many.',
  'sessions.all_ended': () => 'All your sessions were ended.',
  'password.changed': () => 'Your password was changed.',
  'password.failed': (n) => several(n, 'A wrong current password was entered.', 'wrong current passwords were entered.'),
  'password.throttled': () => 'A password change was blocked after too many wrong attempts.',
  'password.reset': () => 'Your password was reset.',
  'password.reset_throttled': () => 'A password reset was blocked after too many wrong codes.',
  'password.reset_requested': () => 'A code to reset your password was requested.',
  'password.reset_failed': (n) =>
    several(n, 'A wrong code to reset your password was entered.', 'wrong codes to reset your password were entered.'),
  'email.change_requested': () => 'A change of your email address was requested.',
  'email.change_failed': (n) =>
    several(n, 'A wrong code to change your email address was entered.', 'wrong codes to change your email address were entered.'),
  'email.changed': () => 'Your email address was changed.',
  'two_factor.enabled': () => 'Two-factor authentication was turned on.',
  'two_factor.disabled': () => 'Two-factor authentication was turned off.',
  'two_factor.reset': () => 'Two-factor authentication was reset.',
  'two_factor.failed': (n) => several(n, 'A wrong two-factor code was entered.', 'wrong two-factor codes were entered.'),
  'two_factor.throttled': () => 'A two-factor code was blocked after too many wrong ones.',
  'backup_code.used': () => 'A backup code was used.',
  'backup_codes.regenerated': () => 'New backup codes were created.',
  'passkey.added': () => 'A passkey was added.',
  'passkey.renamed': () => 'A passkey was renamed.',
  'passkey.removed': () => 'A passkey was removed.',
  'passkey.used': () => 'A passkey was used.',
  'passkey.suspect': () => 'A passkey was blocked because it may have been copied.',
  'passkey.failed': (n) => several(n, 'An attempt to use a passkey failed.', 'attempts to use a passkey failed.'),
  'passkey.throttled': () => 'A passkey was blocked after too many failures.',
  'backup.started': () => 'You started a backup or a test of one.',
  'admin.revoked': () => 'You are no longer an administrator. Your administrator sessions were ended.',
} satisfies Record<string, Sentence>

/** The administrator's list. */
export const events = {
  source: 'Events of',
  sources: { accounts: 'Accounts', platform: 'Platform' },
  kind: 'Event',
  anyKind: 'All events',
  kinds: {
    accounts: {
      login: 'Sign-ins',
      'login.failed': 'Failed sign-ins',
      password: 'Passwords',
      two_factor: 'Two-factor authentication',
      passkey: 'Passkeys',
      session: 'Ended sessions',
      account: 'Accounts',
      admin: 'Administrators',
      invitation: 'Invitations',
      service_key: 'Rejected service keys',
    },
    platform: {
      trigger: 'Manual runs', company: 'Companies', posting: 'Corrected postings', board: 'Boards', service_key: 'Rejected service keys',
    },
  },
  account: 'Account email',
  from: 'From',
  to: 'To',
  at: 'Time',
  who: 'Account',
  where: 'Address',
  detail: 'Details',
  actor: {
    user: 'Account owner', admin: 'Administrator', operator: 'Operator', anonymous: 'Not signed in',
  } as Record<string, string>,
  none: 'No events',
  noneHint: 'Nothing matches, or the events were too old to be kept.',
  more: 'Show older events',
}
