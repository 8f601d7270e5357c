import type * as En from '../en/passkeys'

export const passkeys: typeof En.passkeys = {
  title: 'Clés d’accès (passkeys)',
  lead:
    'Connectez-vous avec votre empreinte, votre visage ou le code de l’appareil plutôt qu’un mot de passe. Valable sur ce site seulement.',
  unsupported:
    'Ce navigateur ne gère pas les clés d’accès. Utilisez un navigateur récent sur un appareil avec verrouillage d’écran ' +
    'ou une clé de sécurité.',
  none: 'Aucune clé d’accès pour l’instant.',
  noneHelp: 'Ajoutez-en une sur cet appareil pour vous connecter sans mot de passe. Votre mot de passe reste valable.',
  add: 'Ajouter une clé d’accès',
  addLead: 'Confirmez que c’est vous. Votre navigateur demandera ensuite où enregistrer la clé d’accès.',
  name: 'Nom de la clé',
  nameHelp: 'Choisissez un nom que vous reconnaîtrez plus tard.',
  continue: 'Continuer',
  added: 'Clé d’accès ajoutée. Vos autres sessions ont été déconnectées.',
  rename: 'Renommer',
  renameOne: (name) => `Renommer ${name}`,
  renameTitle: 'Renommer la clé d’accès',
  renamed: 'Clé d’accès renommée.',
  remove: 'Retirer',
  removeOne: (name) => `Retirer ${name}`,
  removeTitle: 'Retirer la clé d’accès',
  removeLead: (name) =>
    `Vous ne vous connecterez plus avec « ${name} ». Supprimez-la aussi sur votre appareil, sinon elle restera proposée.`,
  removed: 'Clé d’accès retirée. Vos autres sessions ont été déconnectées.',
  synced: 'Synchronisée',
  suspect: 'Bloquée',
  suspectHelp: 'Cette clé d’accès a pu être copiée. Retirez-la et ajoutez-en une nouvelle.',
  neverUsed: 'jamais utilisée',
  addedOn: (when) => `ajoutée ${when}`,
  signIn: 'Se connecter avec une clé d’accès',
  useInstead: 'Utiliser plutôt une clé d’accès',
  expired: 'Cela a pris trop de temps. Veuillez réessayer.',
  cancelled: 'La demande a été annulée ou a pris trop de temps. Rien n’a été modifié.',
  known: 'Cet appareil a déjà une clé d’accès pour votre compte.',
  wrongOrigin: (origin) => `Les clés d’accès ne fonctionnent qu’à l’adresse ${origin}. Ouvrez Rolecall à cet endroit.`,
  insecure: 'Le navigateur n’autorise pas les clés d’accès sur cette page. Il faut https et la bonne adresse.',
}
