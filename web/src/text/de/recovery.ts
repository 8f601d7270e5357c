import type * as En from '../en/recovery'

export const recovery: typeof En.recovery = {
  forgot: 'Passwort vergessen?',
  forgotLead: 'Gib deine E-Mail-Adresse ein. Wir schicken dir einen Code, mit dem du ein neues Passwort wählst.',
  backToLogin: 'Zurück zur Anmeldung',
  reset: 'Neues Passwort wählen',
  resetLead: (email) => `Falls es zu ${email} ein Konto gibt, haben wir einen 6-stelligen Code dorthin geschickt. Er gilt 15 Minuten.`,
  resetLeadUnknown: 'Gib deine E-Mail-Adresse, den Code aus unserer E-Mail und ein neues Passwort ein.',
  resetButton: 'Neues Passwort setzen',
  codeWrong:
    'Dieser Code ist falsch, abgelaufen oder schon benutzt. Nur der neueste gilt, und nach fünf falschen Eingaben brauchst du einen neuen.',
  secondFactor: 'Code aus deiner Authenticator-App oder ein Ersatzcode',
  secondFactorNeeded: 'Dein Konto hat die Zwei-Faktor-Anmeldung, darum brauchen wir noch einen Code.',
  again: 'Noch einen Code schicken',
  sendCode: 'Code per E-Mail schicken',
  mailedCode: 'Code aus der E-Mail',
  newPassword: 'Neues Passwort',
  done: 'Dein Passwort ist geändert',
  doneLead: 'Du wurdest überall abgemeldet. Melde dich mit dem neuen Passwort an.',

  email: 'E-Mail-Adresse',
  emailLead: (email) =>
    `Mit ${email} meldest du dich an, und dorthin gehen unsere E-Mails. Wenn du sie änderst, wirst du überall abgemeldet.`,
  newEmail: 'Neue E-Mail-Adresse',
  emailStart: 'Adresse ändern',
  emailDialog: 'Beide Adressen bestätigen',
  emailSent: (present, next) =>
    `Wir haben einen 6-stelligen Code an ${present} und einen zweiten an ${next} geschickt. Beide gelten 15 Minuten.`,
  currentCode: 'Code an deine bisherige Adresse',
  newCode: 'Code an deine neue Adresse',
  emailConfirm: 'Adresse ändern',
  emailWrong: 'Einer der Codes ist falsch, abgelaufen oder schon benutzt. Nach fünf falschen Eingaben brauchst du neue.',
  emailTaken: 'Mit der neuen Adresse wurde inzwischen ein anderes Konto erstellt.',
  emailChanged: 'E-Mail-Adresse geändert. Melde dich mit der neuen an.',
}
