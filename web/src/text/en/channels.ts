import type { ChannelKind, DeliveryState } from '~/api/models'

/** Channels: browsers, ntfy topics and webhooks that get notifications. */
export const channels = {
  lead:
    'Get your notifications outside the app too: in this browser, on your phone through ntfy, or in your own software. ' +
    'The weekly digest comes by email only.',
  none: 'No channels yet. Add one below. You keep getting notifications in the app and by email.',
  kinds: { WEB_PUSH: 'Browser', NTFY: 'ntfy', WEBHOOK: 'Webhook' } satisfies Record<ChannelKind, string>,
  thisBrowser: 'This browser',
  off: 'Off',
  failing: 'Failing',
  switchOne: (name: string) => `Send to ${name}`,

  addTitle: 'Add a channel',
  addBrowser: 'Add this browser',
  addNtfy: 'Add ntfy',
  addWebhook: 'Add a webhook',
  browserAdded: 'This browser now shows your notifications.',
  browserHelp: 'Your browser will ask for permission. Messages arrive while it is running, even when Rolecall is closed.',
  obstacles: {
    insecure: 'Browsers allow notifications only on https pages. Open Rolecall at its https address.',
    unsupported: 'This browser cannot receive push messages. Use a current version of Firefox, Chrome, Edge or Safari.',
    denied: 'This browser blocks notifications from Rolecall. Allow them in the site settings, next to the address, and reload the page.',
  },
  refused: 'You did not allow notifications, so this browser was not added.',
  pushFailed: 'The browser could not reach its push service. Check your connection and try again.',

  name: 'Name',
  ntfyLead: 'ntfy is an app for phones and desktops. Choose a topic that nobody can guess: anyone who knows it can read the messages.',
  ntfyServer: 'Server',
  ntfyTopic: 'Topic',
  ntfyTopicHelp: 'Up to 64 letters, digits, hyphens and underscores. Subscribe to the same topic in the app.',
  ntfyToken: 'Access token',
  ntfyTokenHelp: 'Only if the topic is protected. It is stored encrypted and never shown again.',
  webhookLead: 'Each notification is sent to your address as a signed POST request.',
  webhookAddress: 'Address',
  added: 'Channel added.',

  secretTitle: 'Signing secret',
  secretLead: 'Copy it now: it is not shown again. Your receiver needs it to check that a message is from Rolecall.',
  secret: 'Secret',
  verifyTitle: 'Checking a signature',
  verifyLead:
    'The signature is the HMAC-SHA256 of id, time and body. Reject times more than 5 minutes old and ids you have already seen.',
  secretKept: 'I have copied it',

  never: 'Nothing delivered yet',
  lastDelivered: (when: string) => `Last delivered ${when}`,
  failingSince: (when: string, why: string) => `Failing since ${when}: ${why}`,
  offBecause: (why: string) => `Switched off: ${why}`,
  waiting: (n: number) => `${n === 1 ? '1 message is' : `${n} messages are`} waiting and will be sent automatically.`,

  carries: (n: number, all: number) => (n === all ? 'Gets all notifications' : `Gets ${n} of ${all} types`),
  chooseTypes: (name: string) => `Choose what ${name} gets`,
  types: 'What it gets',
  test: 'Send a test',
  testOne: (name: string) => `Send a test message to ${name}`,
  history: 'Deliveries',
  historyOne: (name: string) => `Deliveries to ${name}`,
  historyLead: 'The last 50 of the past seven days.',
  historyNone: 'Nothing was sent in the past seven days.',
  states: { WAITING: 'Waiting', DELIVERED: 'Delivered', FAILED: 'Failed' } satisfies Record<DeliveryState, string>,
  attempts: (n: number) => (n === 1 ? '1 attempt' : `${n} attempts`),
  testType: 'Test',
  replay: (n: number) => (n === 1 ? 'Send the failed one again' : `Send ${n} failed ones again`),
  replayed: (n: number) => (n === 1 ? 'Sending 1 message again.' : `Sending ${n} messages again.`),
  remove: 'Remove',
  removeOne: (name: string) => `Remove ${name}`,
  removeTitle: 'Remove channel',
  removeLead: (name: string) => `“${name}” will get no more notifications, and messages still waiting for it are discarded.`,
  removed: 'Channel removed.',
}
