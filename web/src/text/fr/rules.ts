import type * as En from '../en/rules'
import { plural } from './plural'

export const rules: typeof En.rules = {
  section: 'Masqué et toujours affiché',
  sectionLead:
    'Ce que vous masquez l’est dans les recherches, alertes, résumés et flux. « Toujours » évite qu’un intitulé ou un lieu ne les masque.',
  lists: { NEVER: 'Ne jamais afficher', ALWAYS: 'Toujours afficher' },
  kinds: {
    COMPANY: 'Entreprises', TITLE_WORD: 'Mots dans les intitulés', PLACE: 'Lieux', JOB: 'Offres',
    WORD: 'Mots dans les intitulés, et compétences',
  },
  choices: {
    COMPANY: 'une entreprise', TITLE_WORD: 'les intitulés avec', PLACE: 'un lieu', JOB: 'une offre',
    WORD: 'les intitulés ou compétences avec',
  },
  empty: 'Rien pour l’instant. Masquez une offre ou une entreprise depuis son menu, ou ajoutez des mots ici.',
  what: 'Quoi',
  value: 'Nom, mot ou lieu',
  add: 'Ajouter',
  full: (n) => `${n} sur 1 000`,
  remove: 'Retirer',
  removeEntry: (name) => `Retirer ${name}`,
  rowMenu: (title) => `Masquer ou garder ${title}`,
  hideJob: 'Masquer cette offre',
  neverCompany: (name) => `Ne jamais afficher ${name}`,
  neverTitle: 'Ne jamais afficher les intitulés avec\u00a0…',
  neverPlace: (place) => `Ne jamais afficher les offres à ${place}`,
  alwaysCompany: (name) => `Toujours afficher ${name}`,
  titleDialog: 'Ne jamais afficher les intitulés avec',
  titleHint: 'Exactement ce mot, ou ces mots dans cet ordre.',
  never: (name) => `« ${name} » est désormais masqué.`,
  always: (name) => `« ${name} » est toujours affiché.`,
  removed: {
    NEVER: (name) => `« ${name} » n’est plus masqué.`, ALWAYS: (name) => `« ${name} » n’est plus toujours affiché.`,
  },
  hidden: (n, shown) => `${shown} ${plural(n, 'masquée', 'masquées')}`,
  allHidden: 'Tout est masqué',
  allHiddenHint: 'Votre liste masque toutes les offres de cette recherche.',
  show: 'Afficher',
  unshow: 'Masquer de nouveau',
  hiddenMark: 'Masquée',
  showAgain: 'Afficher de nouveau',
  showAgainOf: (title) => `Afficher de nouveau ${title}`,
  alwaysMark: 'Toujours',
  newMark: 'Nouvelle',
  newCount: (shown) => `${shown} de plus depuis votre dernière visite`,
  seen: 'Vue',
  hideSeen: 'Masquer les offres vues',
  shownOf: (shown, all, total, n, hidden, more) =>
    `${shown} sur ${total} ${plural(all, 'offre affichée', 'offres affichées')}${more ? ' pour l’instant' : ''}, ` +
    `${hidden} déjà ${plural(n, 'vue masquée', 'vues masquées')}`,
  allSeen: 'Vous les avez toutes ouvertes',
  allSeenHint: 'Les nouvelles offres apparaîtront ici.',
  showSeen: 'Afficher les offres ouvertes',
  forgetSeen: 'Oublier quelles offres j’ai ouvertes',
  seenForgotten: 'Plus aucune offre n’est marquée comme vue.',
}

export const feeds: typeof En.feeds = {
  section: 'Flux',
  sectionLead: 'Les recherches que vous suivez dans un lecteur de flux. Qui connaît l’adresse peut lire le flux : gardez-la pour vous.',
  ofSearch: 'Flux de cette recherche',
  ofSaved: 'Flux',
  title: (name) => `Flux de « ${name} »`,
  atom: 'Atom',
  json: 'JSON Feed',
  reset: 'Nouvelles adresses',
  resetHint: 'Les anciennes adresses cessent aussitôt de fonctionner.',
  wasReset: 'Le flux a de nouvelles adresses.',
  remove: 'Retirer le flux',
  removeOf: (name) => `Retirer le flux de ${name}`,
  removed: 'Le flux est retiré ; ses adresses ne fonctionnent plus.',
}
