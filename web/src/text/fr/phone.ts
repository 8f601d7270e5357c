import type * as En from '../en/phone'
import { plural } from './plural'

export const phone: typeof En.phone = {
  offlineSince: (when) => `Hors ligne. Dernière mise à jour : ${when}.`,
  offline: 'Hors ligne. Ce que vous voyez peut dater.',
  readOnly: 'Les changements demandent une connexion.',
  needsConnection: 'Vous êtes hors ligne. Il faut une connexion : rien n’a été modifié.',
  notKept: 'Pas disponible hors ligne',
  notKeptHint: 'Cette page reviendra avec la connexion. En attendant, vous pouvez lire votre tableau et vos prochaines étapes.',
  nothingKept: 'Cette page reviendra avec la connexion.',
  partNotKept: 'Demande une connexion.',
  nextSteps: 'Prochaines étapes',
  newVersion: 'Une nouvelle version est disponible :',
  reload: 'recharger',
  keep: {
    title: 'Lecture hors ligne',
    lead: 'Cet appareil garde votre tableau et vos rappels tels que vous les avez vus en dernier, jusqu’à votre déconnexion.',
    label: 'Les garder sur cet appareil',
    help: 'Désactivez cette option sur un appareil partagé. Ce qui est gardé est aussitôt supprimé.',
  },
  filtersOn: (n) => (n > 0 ? `Filtres, ${n} ${plural(n, 'actif', 'actifs')}` : 'Filtres'),
  order: 'Ordre',
  orders: { asc: 'Croissant', desc: 'Décroissant' },
  showJobs: (n, written) => `Afficher ${written} ${plural(n, 'offre', 'offres')}`,
}
