import type * as En from '../en/mailbox'

export const mailbox: typeof En.mailbox = {
  title: 'Boîte aux lettres locale',
  lead: 'Aucun serveur de messagerie n’est configuré : les e-mails restent sur cette machine et se lisent ici.',
  notice: 'Aucun serveur de messagerie configuré : les e-mails restent sur cette machine.',
  open: 'Ouvrir la boîte aux lettres',
  howTo: 'Comment les lire',
  where: 'Pour ouvrir la boîte aux lettres locale, utilisez l’adresse affichée au lancement de Rolecall, à la ligne « mailbox: ».',
  codeHint: 'Aucun serveur de messagerie configuré : le code se trouve dans la boîte aux lettres locale.',
  empty: 'Aucun e-mail pour l’instant',
  emptyHint: 'Codes, rappels et résumés apparaissent ici dès leur envoi.',
  closed: 'Il n’y a pas de boîte aux lettres ici',
  closedHint: 'Les e-mails passent par un serveur de messagerie, ou vous avez ouvert cette page depuis une autre machine.',
  locked: 'La boîte aux lettres est verrouillée',
  lockedHint:
    'Ouvrez le lien affiché par « rolecall up », ou saisissez le jeton du fichier mailbox/token dans le dossier de données.',
  token: 'Jeton',
  tokenWrong: 'Jeton incorrect.',
  unlock: 'Déverrouiller',
  clear: 'Supprimer tous les e-mails',
  to: (address) => `À ${address}`,
  form: 'Afficher en',
  asPage: 'Page web',
  asText: 'Texte',
  copyCode: (code) => `Copier le code ${code}`,
}
