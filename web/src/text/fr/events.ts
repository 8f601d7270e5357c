import type * as En from '../en/events'

const several = (n: number, one: string, many: string) => (n === 1 ? one : `${n} ${many}`)

export const activity: typeof En.activity = {
  title: 'Activité de sécurité récente',
  lead:
    'Ce qui s’est passé sur votre compte. Si quelque chose ne vient pas de vous, changez de mot de passe et fermez les sessions ci-dessus.',
  none: 'Aucune activité pour l’instant.',
  more: 'Afficher l’activité plus ancienne',
  byOperator: 'par l’exploitant de ce site',
  sentence: (kind, count) =>
    (sentences as Partial<Record<string, (n: number) => string>>)[kind]?.(count) ??
    'Les paramètres de sécurité de votre compte ont été modifiés.',
}

export const sentences: typeof En.sentences = {
  'account.registered': () => 'Votre compte a été créé.',
  'account.created': () => 'Votre compte a été créé.',
  'account.disabled': () => 'Votre compte a été désactivé.',
  'account.enabled': () => 'Votre compte a été réactivé.',
  'account.shown': () => 'Les détails de votre compte ont été consultés.',
  'account.listed': () => 'Vous avez consulté la liste des utilisateurs.',
  'account.exported': () => 'Une copie de vos données a été demandée.',
  'invitation.sent': () => 'Vous avez invité quelqu’un.',
  'invitation.withdrawn': () => 'Vous avez retiré une invitation.',
  'sessions.listed': () => 'La liste de vos sessions a été consultée.',
  'account.verified': () => 'Votre adresse e-mail a été confirmée.',
  'login.succeeded': () => 'Vous vous êtes connecté.',
  'login.failed': (n) => several(n, 'Une tentative de connexion a échoué.', 'tentatives de connexion ont échoué.'),
  'login.throttled': (n) =>
    several(n, 'Une tentative de connexion a été bloquée après trop d’échecs.',
      'tentatives de connexion ont été bloquées après trop d’échecs.'),
  'session.ended': () => 'Une session a été déconnectée.',
  'session.surplus_ended': () => 'Votre session la plus ancienne a été fermée, car il y en avait trop.',
  'sessions.all_ended': () => 'Toutes vos sessions ont été fermées.',
  'password.changed': () => 'Votre mot de passe a été changé.',
  'password.failed': (n) => several(n, 'Un mot de passe actuel incorrect a été saisi.', 'mots de passe actuels incorrects ont été saisis.'),
  'password.throttled': () => 'Un changement de mot de passe a été bloqué après trop d’erreurs.',
  'password.reset': () => 'Votre mot de passe a été réinitialisé.',
  'password.reset_throttled': () => 'Une réinitialisation du mot de passe a été bloquée après trop de codes incorrects.',
  'password.reset_requested': () => 'Un code pour réinitialiser votre mot de passe a été demandé.',
  'password.reset_failed': (n) =>
    several(n, 'Un code de réinitialisation incorrect a été saisi.', 'codes de réinitialisation incorrects ont été saisis.'),
  'email.change_requested': () => 'Un changement de votre adresse e-mail a été demandé.',
  'email.change_failed': (n) =>
    several(n, 'Un code incorrect pour changer d’adresse e-mail a été saisi.',
      'codes incorrects pour changer d’adresse e-mail ont été saisis.'),
  'email.changed': () => 'Votre adresse e-mail a été changée.',
  'two_factor.enabled': () => 'La double authentification a été activée.',
  'two_factor.disabled': () => 'La double authentification a été désactivée.',
  'two_factor.reset': () => 'La double authentification a été réinitialisée.',
  'two_factor.failed': (n) =>
    several(n, 'Un code de double authentification incorrect a été saisi.', 'codes de double authentification incorrects ont été saisis.'),
  'two_factor.throttled': () => 'Un code de double authentification a été bloqué après trop d’erreurs.',
  'backup_code.used': () => 'Un code de secours a été utilisé.',
  'backup_codes.regenerated': () => 'De nouveaux codes de secours ont été créés.',
  'passkey.added': () => 'Une clé d’accès a été ajoutée.',
  'passkey.renamed': () => 'Une clé d’accès a été renommée.',
  'passkey.removed': () => 'Une clé d’accès a été retirée.',
  'passkey.used': () => 'Une clé d’accès a été utilisée.',
  'passkey.suspect': () => 'Une clé d’accès a été bloquée, car elle a pu être copiée.',
  'passkey.failed': (n) => several(n, 'Une clé d’accès n’a pas été acceptée.', 'essais de clé d’accès ont échoué.'),
  'passkey.throttled': () => 'Une clé d’accès a été bloquée après trop d’échecs.',
  'backup.started': () => 'Vous avez lancé une sauvegarde ou un test de sauvegarde.',
  'admin.revoked': () => 'Vous n’êtes plus administrateur. Vos sessions d’administrateur ont été fermées.',
}

export const events: typeof En.events = {
  source: 'Événements',
  sources: { accounts: 'Comptes', platform: 'Plateforme' },
  kind: 'Événement',
  anyKind: 'Tous les événements',
  kinds: {
    accounts: {
      login: 'Connexions',
      'login.failed': 'Connexions échouées',
      password: 'Mots de passe',
      two_factor: 'Double authentification',
      passkey: 'Clés d’accès',
      session: 'Sessions fermées',
      account: 'Comptes',
      admin: 'Administrateurs',
      invitation: 'Invitations envoyées et retirées',
      service_key: 'Clés de service refusées',
    },
    platform: {
      trigger: 'Passages manuels', company: 'Entreprises', posting: 'Offres corrigées', board: 'Pages carrières',
      service_key: 'Clés de service refusées',
    },
  },
  account: 'E-mail du compte',
  from: 'Du',
  to: 'Au',
  at: 'Heure',
  who: 'Compte',
  where: 'Adresse',
  detail: 'Détails',
  actor: {
    user: 'Titulaire du compte', admin: 'Administrateur', operator: 'Exploitant', anonymous: 'Non connecté',
  },
  none: 'Aucun événement',
  noneHint: 'Rien ne correspond, ou les événements sont plus anciens que la durée de conservation.',
  more: 'Afficher les événements plus anciens',
}
