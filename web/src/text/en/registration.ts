/** Registering where not everybody may. */
export const registration = {
  closed: 'Registration is closed',
  closedLead: 'This installation takes no new accounts. Ask whoever runs it.',
  invite: 'Registration is by invitation',
  inviteLead: 'Open the link in your invitation to create an account. To get one, ask whoever runs this installation.',
  severalCodes: 'More than one mail? Ask for a new code and use that one.',
}
