import type * as En from '../en/security'
import { plural } from './later-plural'

export const security: typeof En.security = {
  twoFactor: 'Double authentification',
  twoFactorLead: 'Un code de votre téléphone s’ajoute au mot de passe : un mot de passe volé ne suffit plus.',
  on: 'Activée',
  off: 'Désactivée',
  enable: 'Configurer',
  enabled: 'La double authentification est activée.',
  disable: 'Désactiver',
  disabled: 'La double authentification est désactivée. Vos autres sessions ont été déconnectées.',
  disableLead: 'Saisissez un code pour désactiver la double authentification. Vos codes de secours ne seront plus valables non plus.',
  regenerate: 'Nouveaux codes de secours',
  regenerateLead:
    'Saisissez le code à 6 chiffres de votre application pour obtenir huit nouveaux codes de secours. Les anciens ne vaudront plus.',
  withoutPhone:
    'Sans téléphone ? Désactivez la double authentification avec un code de secours, puis réactivez-la : vous aurez de nouveaux codes.',
  codesLeft: (n) =>
    n === 0
      ? 'Plus de codes de secours : créez-en de nouveaux.'
      : `${n} ${plural(n, 'code de secours restant', 'codes de secours restants')}`,
  dialogs: {
    setup: 'Configurer la double authentification',
    disable: 'Désactiver la double authentification',
    regenerate: 'Nouveaux codes de secours',
  },
  scan: 'Scannez ce QR code avec une application d’authentification, puis saisissez le code qu’elle affiche.',
  qr: 'QR code pour l’application d’authentification',
  byHand: 'Impossible de le scanner ? Saisissez cette clé dans l’application :',
  firstCode: 'Code de l’application',
  wrongFirst: 'Code incorrect. Vérifiez que votre téléphone règle l’heure automatiquement, puis essayez le code suivant.',
  turnOn: 'Activer',
  codeOrBackup: 'Code de l’application ou code de secours',
  backupLead: 'Chacun de ces codes permet de vous connecter une fois sans votre téléphone. Ils ne sont affichés que maintenant.',
  backupFile: 'Codes de secours Rolecall. Chacun ne sert qu’une fois.',
  backupKept: 'Je les ai mis en lieu sûr',
  password: 'Mot de passe',
  passwordLead: 'Changer de mot de passe déconnecte toutes vos autres sessions.',
  currentPassword: 'Mot de passe actuel',
  changePassword: 'Changer de mot de passe',
  passwordChanged: 'Mot de passe changé. Vos autres sessions ont été déconnectées.',
  wrongPassword: 'Ce n’est pas votre mot de passe actuel.',
  sessions: 'Où vous êtes connecté',
  sessionsLead: 'Fermez les sessions que vous ne reconnaissez pas, puis changez de mot de passe.',
  thisSession: 'Cette session',
  unknownDevice: 'Appareil inconnu',
  device: (browser, system) => `${browser} sur ${system}`,
  lastUsed: (when) => `dernière utilisation ${when}`,
  since: (when) => `depuis le ${when}`,
  end: 'Fermer',
  endOne: (device) => `Fermer la session sur ${device}`,
  sessionEnded: 'Session fermée.',
  danger: 'Supprimer',
  dangerLead: 'Ces actions sont irréversibles. Chacune demande un code que nous vous envoyons par e-mail.',
  codeSent: 'Nous vous avons envoyé un code à 6 chiffres. Il est valable 15 minutes.',
  mailedWrong: 'Ce code est incorrect, expiré ou déjà utilisé. Après cinq erreurs, il en faut un nouveau.',
  delete: {
    'delete-all-applications': {
      title: 'Supprimer toutes les candidatures',
      help: 'Supprime toutes les candidatures avec leurs notes et leur historique. Votre compte est conservé.',
      warning:
        'Toutes vos candidatures seront supprimées, avec leurs notes, leur historique et leurs rappels. ' +
        'Exportez-les d’abord si vous risquez d’en avoir besoin.',
      button: 'Tout supprimer',
      done: 'Toutes les candidatures ont été supprimées.',
    },
    'delete-account': {
      title: 'Supprimer le compte',
      help: 'Supprime votre compte et toutes vos données.',
      warning: 'Votre compte, vos candidatures, rappels, offres et recherches enregistrées seront définitivement supprimés.',
      button: 'Supprimer le compte',
      done: 'Votre compte a été supprimé.',
    },
  },
}
