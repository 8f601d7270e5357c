import type * as En from '../en/recovery'

export const recovery: typeof En.recovery = {
  forgot: 'Mot de passe oublié ?',
  forgotLead: 'Saisissez votre adresse e-mail : nous vous enverrons un code pour choisir un nouveau mot de passe.',
  backToLogin: 'Retour à la connexion',
  reset: 'Choisir un nouveau mot de passe',
  resetLead: (email) => `Si ${email} a un compte, nous y avons envoyé un code à 6 chiffres. Il est valable 15 minutes.`,
  resetLeadUnknown: 'Saisissez votre adresse e-mail, le code que nous y avons envoyé et un nouveau mot de passe.',
  resetButton: 'Changer le mot de passe',
  codeWrong: 'Ce code est incorrect, expiré ou déjà utilisé. Seul le plus récent est valable, et après cinq erreurs il en faut un nouveau.',
  secondFactor: 'Code de votre application d’authentification ou code de secours',
  secondFactorNeeded: 'Votre compte utilise la double authentification : il nous faut encore un code.',
  again: 'Envoyer un autre code',
  sendCode: 'Recevoir un code par e-mail',
  mailedCode: 'Code reçu par e-mail',
  newPassword: 'Nouveau mot de passe',
  done: 'Votre mot de passe a été changé',
  doneLead: 'Vous avez été déconnecté partout. Connectez-vous avec votre nouveau mot de passe.',

  email: 'Adresse e-mail',
  emailLead: (email) => `Vous vous connectez avec ${email} et y recevez nos e-mails. En changer vous déconnecte partout.`,
  newEmail: 'Nouvelle adresse e-mail',
  emailStart: 'Changer d’adresse',
  emailDialog: 'Confirmer les deux adresses',
  emailSent: (present, next) =>
    `Nous avons envoyé un code à 6 chiffres à ${present} et un autre à ${next}. Les deux sont valables 15 minutes.`,
  currentCode: 'Code envoyé à votre adresse actuelle',
  newCode: 'Code envoyé à votre nouvelle adresse',
  emailConfirm: 'Changer d’adresse',
  emailWrong: 'L’un des codes est incorrect, expiré ou déjà utilisé. Après cinq erreurs, il en faut de nouveaux.',
  emailTaken: 'Un autre compte a été créé avec la nouvelle adresse.',
  emailChanged: 'Adresse e-mail changée. Connectez-vous avec la nouvelle.',
}
