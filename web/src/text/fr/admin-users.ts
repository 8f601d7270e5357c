import type * as En from '../en/admin-users'
import { plural } from './later-plural'

export const adminUsers: typeof En.adminUsers = {
  tab: 'Utilisateurs',
  find: 'Trouver un utilisateur par nom ou e-mail',
  states: {
    active: 'Actif',
    unverified: 'Non confirmé',
    pending: 'En attente du code',
    disabled: 'Désactivé',
  },
  count: (n, one) => `${n} ${one || n === '0' ? 'utilisateur' : 'utilisateurs'}`,
  administrator: 'Administrateur',
  none: 'Aucun utilisateur trouvé',
  noneHint: 'Essayez une partie plus courte du nom ou de l’adresse, ou un autre état.',
  lastLogin: (ago) => `Dernière connexion ${ago}`,
  neverLoggedIn: 'Aucune connexion connue',

  back: 'Tous les utilisateurs',
  gone: 'Cet utilisateur n’existe pas',
  goneHint: 'Le compte a peut-être été supprimé.',
  account: 'Compte',
  created: 'Créé le',
  confirmed: 'Confirmation de l’adresse',
  disabledSince: 'Désactivé le',
  lastLoginLabel: 'Dernière connexion',
  backupCodes: (n) => `Activée, ${n} ${plural(n, 'code de secours restant', 'codes de secours restants')}`,
  passkeys: 'Clés d’accès',
  events: 'Journal d’audit de cet utilisateur',
  pendingHint: 'Cette personne s’est inscrite mais n’a pas encore saisi le code reçu par e-mail. L’inscription expire après un jour.',
  sessions: 'Sessions ouvertes',
  sessionsLead: 'Où cet utilisateur est connecté.',
  noSessions: 'Connecté nulle part.',
  actions: 'Actions',
  actionsLead: 'Tout ce que vous faites ici est consigné, et l’utilisateur en est informé par e-mail. Assurez-vous qu’il l’a demandé.',
  own: 'C’est votre propre compte.',
  ownSettings: 'Le modifier dans vos paramètres',

  secondFactor: 'Votre compte utilise la double authentification : il faut un code. Chacun ne sert qu’une fois.',
  typeAddress: (email) => `Saisissez ${email} pour confirmer`,
  action: {
    verify: {
      button: 'Confirmer l’adresse',
      help:
        'Pour un utilisateur que nos e-mails n’atteignent pas. Vérifiez que l’adresse est bien la sienne : ' +
        'ce pourrait être celle d’un administrateur.',
      done: 'Adresse confirmée.',
    },
    'reset-password': {
      button: 'Réinitialiser le mot de passe',
      help: 'Le mot de passe cesse de fonctionner et toutes les sessions se ferment. Un e-mail permet d’en choisir un nouveau.',
      done: 'Mot de passe réinitialisé.',
    },
    'reset-two-factor': {
      button: 'Réinitialiser le second facteur',
      help: 'Désactive la double authentification, retire les clés d’accès et ferme toutes les sessions. Le mot de passe suffit ensuite.',
      done: 'La double authentification est désactivée.',
    },
    'end-sessions': {
      button: 'Fermer toutes les sessions',
      help: 'Déconnecte l’utilisateur partout. Il peut se reconnecter.',
      done: 'Toutes les sessions sont fermées.',
    },
    disable: {
      button: 'Désactiver le compte',
      help: 'Plus personne ne peut s’y connecter, et ni rappels ni résumés ne sont envoyés. Rien n’est supprimé.',
      done: 'Compte désactivé.',
    },
    enable: {
      button: 'Réactiver le compte',
      help: 'L’utilisateur peut de nouveau se connecter et retrouve tout en l’état.',
      done: 'Compte réactivé.',
    },
    delete: {
      button: 'Supprimer le compte',
      help: 'Supprime le compte avec toutes ses candidatures, ses rappels et ses offres enregistrées. C’est irréversible.',
      done: 'Compte supprimé.',
    },
  },

  invitations: 'Invitations en cours',
  invitationsLead: 'L’inscription se fait sur invitation. Une invitation vaut sept jours, pour son adresse seulement.',
  invite: 'Inviter',
  inviteEmail: 'Adresse e-mail à inviter',
  invited: (email) => `Nous avons envoyé une invitation à ${email}.`,
  noInvitations: 'Aucune invitation en cours.',
  expires: (ago) => `expire ${ago}`,
  withdraw: 'Retirer',
  withdrawOne: (email) => `Retirer l’invitation à ${email}`,
  withdrawn: 'Invitation retirée.',
}
