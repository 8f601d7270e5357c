import type * as En from '../en/shell'
import { plural } from './plural'

export const waitFor = (seconds: number) => {
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 120) return `${Math.ceil(minutes / 60)} heures`
  return seconds < 60 ? `${seconds} ${plural(seconds, 'seconde', 'secondes')}` : `${minutes} ${plural(minutes, 'minute', 'minutes')}`
}

export const shell: typeof En.shell = {
  close: 'Fermer',
  dismiss: 'Masquer',
  cancel: 'Annuler',
  save: 'Enregistrer',
  edit: 'Modifier',
  remove: 'Supprimer',
  done: 'Terminé',
  undo: 'Annuler',
  copy: 'Copier',
  copied: 'Copié',
  download: 'Télécharger',
  more: 'Plus',
  yes: 'Oui',
  none: '–',
  loading: 'Chargement',
  savedState: 'Enregistré',
  saveStates: {
    idle: '', unsaved: 'Pas encore enregistré', saving: 'Enregistrement…', saved: 'Enregistré',
    retrying: 'Non enregistré. Gardé ici, nouvel essai à venir.', refused: 'Le serveur n’accepte pas ce texte. Il est gardé ici.',
  },
  print: 'Imprimer',
  tryAgain: 'Réessayer',
  showMore: 'Afficher plus',
  showLess: 'Afficher moins',
  pageNumber: (n) => `Page ${n}`,
  pageControl: { first: 'Première page', previous: 'Page précédente', next: 'Page suivante', last: 'Dernière page' },

  nav: {
    skip: 'Aller au contenu',
    skipToResults: 'Aller aux résultats',
    skipToPosting: 'Aller à l’offre',
    palette: 'Tout rechercher',
    main: 'Menu principal',
    home: 'Accueil de Rolecall',
    find: 'Trouver une offre',
    findShort: 'Offres',
    saved: 'Enregistrées',
    employers: 'Employeurs',
    tracker: 'Suivi',
    reminders: 'Rappels',
    settings: 'Paramètres',
    security: 'Sécurité',
    admin: 'Administration',
    shortcuts: 'Raccourcis clavier',
    login: 'Connexion',
    register: 'S’inscrire',
    logout: 'Se déconnecter',
    account: 'Compte',
    accountOf: (name) => `Menu du compte de ${name}`,
    toLight: 'Passer aux couleurs claires',
    toDark: 'Passer aux couleurs sombres',
  },

  errors: {
    title: 'Cela n’a pas fonctionné',
    unexpected: 'Un imprévu s’est produit. Veuillez réessayer.',
    unverified: (email) => `Nous ne pouvons pas vous écrire : ${email} n’est pas confirmée.`,
    verify: 'Confirmer votre adresse',
    unreachable: 'Le serveur est injoignable. Vérifiez votre connexion et réessayez.',
    unavailable: 'Cette partie de Rolecall n’est pas disponible pour le moment. Réessayez dans un instant.',
    notReady: 'La recherche n’est pas encore prête',
    retrying: 'Cette page réessaie d’elle-même.',
    server: (id) =>
      `Une erreur s’est produite sur le serveur. Veuillez réessayer${id ? `. Si cela persiste, signalez la demande numéro ${id}` : ''}.`,
    tooMany: (seconds) => `Trop d’essais. Veuillez patienter ${seconds ? waitFor(seconds) : 'un moment'}.`,
    field: (name) => `${name} :`,
    slow: 'C’est plus long que d’habitude. Toujours en attente du serveur…',
    pageMissing: 'Cette page n’a pas pu être chargée',
    pageBroken: 'Une erreur s’est produite sur cette page. La recharger aide souvent.',
    reload: 'Recharger',
    notFound: 'Page introuvable',
    notFoundHint: 'L’adresse est peut-être mal saisie, ou la page n’existe plus.',
    toStart: 'Aller à l’accueil',
  },

  zone: {
    changed: (here, yours) => `Cet appareil est réglé sur ${here}, mais vos heures sont affichées pour ${yours}.`,
    use: (zone) => `Utiliser ${zone}`,
    keep: (zone) => `Garder ${zone}`,
  },

  start: {
    headline: 'Votre recherche d’emploi, au calme et au même endroit',
    lead: 'Des offres tirées des pages carrières des entreprises, un tableau pour vos candidatures et des rappels pour ne rien manquer.',
    search: 'Rechercher',
    noAccount: 'Vous pouvez chercher sans compte.',
    join: 'Inscrivez-vous pour enregistrer et suivre des offres',
    inside: (postings, n, companies) => `${postings} offres ouvertes dans ${companies} ${plural(n, 'entreprise', 'entreprises')}`,
    picture: {
      caption: 'Votre tableau : chaque candidature à sa place, avec la suite.',
      cards: [
        { title: 'Analyste de données', company: 'Larkspur Analytics', note: 'Envoyée il y a 2 jours' },
        { title: 'Infirmière', company: 'Harbour Clinic', note: 'Envoyée la semaine dernière' },
        { title: 'Soudeur', company: 'Northwind Harbour', note: 'Appeler lundi' },
        { title: 'Développeuse backend', company: 'Northwind Harbour', note: 'Entretien jeudi' },
        { title: 'Professeur', company: 'Birch Lane School', note: 'Cours d’essai vendredi' },
        { title: 'Conducteur de travaux', company: 'Foo Widgets', note: 'Répondre avant vendredi' },
      ],
    },
    pointsTitle: 'Ce que fait Rolecall',
    points: {
      find: {
        title: 'Trouver',
        body: 'Cherchez au fil de la frappe et filtrez par lieu, niveau, salaire et compétence. Les offres viennent des entreprises mêmes.',
      },
      track: {
        title: 'Suivre',
        body: 'Faites glisser chaque candidature de la première idée à l’offre. Notes, contacts et prochaines étapes restent avec elle.',
      },
      remind: {
        title: 'Se souvenir',
        body: 'Recevez un rappel avant chaque entretien, et une alerte quand une entreprise ne répond plus.',
      },
      own: {
        title: 'Rester maître',
        body: 'Rolecall tourne sur votre propre machine. Téléchargez ou supprimez à tout moment tout ce qu’il sait de vous.',
      },
    },
    hello: (name) => `Bonjour, ${name}`,
    helloAgain: 'Bon retour',
    dayLead: 'Voici où en est votre recherche d’emploi.',
    upNext: 'À venir',
    nothingNext: 'Rien de prévu',
    nothingNextHint: 'Les prochaines étapes et les rappels de vos candidatures apparaissent ici.',
    openTracker: 'Ouvrir le suivi',
    fresh: 'Nouvelles offres',
    allJobs: 'Toutes les offres',
    allOf: (n) => `Les ${n} offres`,
  },

  palette: {
    placeholder: 'Page, candidature, entreprise…',
    applications: 'Candidatures',
    kept: 'Vues et recherches',
    pages: 'Pages du site',
    actions: 'Commandes',
    home: 'Accueil',
    table: 'Liste des candidatures',
    searchFor: (words) => `Chercher des offres avec « ${words} »`,
  },

  shortcuts: {
    groups: [
      {
        title: 'Partout',
        keys: [
          [['Ctrl ou ⌘', 'K'], 'Tout rechercher : pages, candidatures, entreprises, commandes'],
          [['/'], 'Rechercher'],
          [['?'], 'Afficher cette liste'],
          [['g', 'f'], 'Aller à Trouver une offre'],
          [['g', 's'], 'Aller à Enregistrées'],
          [['g', 'e'], 'Aller à Employeurs'],
          [['g', 't'], 'Aller à Suivi'],
          [['g', 'r'], 'Aller à Rappels'],
          [['g', 'i'], 'Aller à Notifications'],
          [['g', 'p'], 'Aller à Paramètres'],
          [['g', 'h'], 'Aller à l’accueil'],
        ],
      },
      {
        title: 'Trouver une offre',
        keys: [
          [['r'], 'Aller au premier résultat'],
          [['j'], 'Offre suivante'],
          [['k'], 'Offre précédente'],
          [['s'], 'Enregistrer l’offre, ou ne plus la garder'],
          [['a'], 'Aller au bouton qui ouvre l’offre'],
        ],
      },
      {
        title: 'Suivi et rappels',
        keys: [
          [['n'], 'Ajouter une candidature ou un rappel'],
          [['Entrée'], 'Ouvrir une carte'],
          [['x'], 'Sélectionner une carte'],
          [['Espace'], 'Prendre ou déposer une carte'],
          [['← → ↑ ↓'], 'Déplacer la carte prise'],
        ],
      },
    ],
  },
}
