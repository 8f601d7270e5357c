import type * as En from '../en/start'
import { plural } from './plural'

export const onboarding: typeof En.onboarding = {
  title: 'Que cherchez-vous ?',
  stepOf: (n, of) => `Question ${n} sur ${of}`,
  skip: 'Passer pour l’instant',
  back: 'Retour',
  next: 'Suivant',
  finish: 'Voir mes offres',
  saveTitle: 'Garder cette recherche',
  saveHint: 'Vous la retrouverez sous « Recherches enregistrées » et sur votre page d’accueil.',
  matching: (n, shown) => (n === 0 ? 'Aucune offre ouverte ne correspond à tout cela. Retirez un critère, ou continuez quand même.'
    : `${shown} ${plural(n, 'offre ouverte correspond', 'offres ouvertes correspondent')} pour l’instant.`),
  steps: {
    roles: { title: 'Quel genre de travail ?', hint: 'Un métier ou une compétence, par exemple « infirmier » ou « data engineer ».' },
    place: { title: 'Où ?', hint: 'Une ville ou un pays, et si vous voulez vous y rendre chaque jour.' },
    pay: { title: 'Pour quel salaire ?', hint: 'Par an. Les offres sans salaire indiqué restent affichées, sauf si vous les écartez.' },
    employers: { title: 'Quels employeurs vous plaisent ?', hint: 'Suivez-les pour voir plus tôt leurs nouvelles offres.' },
  },
  invite: 'Trouvez vos premières offres',
  inviteLead: 'Quatre courtes questions, et cette page montre les offres qui vous conviennent. Chacune est facultative.',
  begin: 'Commencer',
  goOn: 'Continuer',
  notNow: 'Pas maintenant',
  firstSteps: 'Premiers pas',
  answer: 'Répondre à quatre courtes questions',
  answerHint: 'Cette page montre ensuite les offres qui vous conviennent.',
  addSent: 'Ajouter une candidature déjà envoyée',
  addSentHint: 'Gardez ici ses notes et ses dates, avec des rappels à temps.',
  refine: 'Modifier',
  suit: 'Voir les offres qui me conviennent',
  none: 'Aucune offre ouverte ne correspond à cette recherche en ce moment',
  noneHint: 'Les nouvelles offres apparaissent ici dès qu’une entreprise les publie.',
}
