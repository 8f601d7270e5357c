import type * as En from '../en/admin-system'
import { plural } from './later-plural'

/** written puts a number that is already formatted before its noun. */
const written = (n: string, one: string, other: string) => `${n} ${n === '0' || n === '1' ? one : other}`

export const adminSystem: typeof En.adminSystem = {
  boards: {
    title: 'Page carrières',
    actionsOf: (company) => `Actions pour ${company}`,
    historyOf: (company) => `Historique de ${company}`,
    action: { retry: 'Lire maintenant', pause: 'Mettre en pause', resume: 'Reprendre', delete: 'Supprimer' },
    accepted: {
      retry: (company) => `${company} : lecture demandée.`,
      pause: (company) => `${company} : mise en pause demandée.`,
      resume: (company) => `${company} : reprise demandée.`,
      delete: (company) => `${company} : suppression demandée.`,
    },
    pending: { retry: 'Lecture en cours', pause: 'Mise en pause', resume: 'Reprise en cours', delete: 'Suppression en cours' },
    didNot: {
      retry: 'La page carrières n’a pas pu être lue',
      pause: 'La page carrières n’a pas été mise en pause',
      resume: 'La lecture de la page carrières n’a pas repris',
      delete: 'La page carrières n’a pas été supprimée',
    },
    deleteTitle: (company) => `Supprimer la page carrières de ${company} ?`,
    deleteLead: (n, open) =>
      n === 0
        ? 'Elle n’a aucune offre ouverte.'
        : plural(
            n,
            'Son offre ouverte sera fermée et ne se trouvera plus par la recherche.',
            `Ses ${open} offres ouvertes seront fermées et ne se trouveront plus par la recherche.`,
          ),
    deleteKeeps: 'Les offres enregistrées et les candidatures restent. Si vous rajoutez la page, ses offres ouvertes reviennent.',
    deleteCode:
      'Votre compte utilise la double authentification : supprimer une page carrières demande un code. ' +
      'Un code de secours ne sert qu’une fois.',
    openCompany: (open) => `Page de l’entreprise, ${written(open, 'offre ouverte', 'offres ouvertes')}`,
    pulls: 'Dernières lectures',
    noPulls: 'Cette page carrières n’a pas encore été lue.',
    strip: (well, all) =>
      `${well} ${plural(well, 'lecture réussie', 'lectures réussies')} sur ${plural(all, String(all), `les ${all} dernières`)}.`,
    outcome: { complete: 'Complète', unchanged: 'Sans changement', partial: 'Partielle', failed: 'Échouée' },
    seen: (n) => `${n} ${plural(n, 'offre', 'offres')}`,
    when: 'Quand',
    result: 'Résultat',
    postings: 'Offres',
    cost: 'Coût',
    created: (n) => written(n, 'nouvelle', 'nouvelles'),
    changed: (n) => written(n, 'modifiée', 'modifiées'),
    reopened: (n) => written(n, 'rouverte', 'rouvertes'),
    closed: (n) => written(n, 'fermée', 'fermées'),
    noChange: 'aucun changement',
  },
  passes: {
    origin: 'Origine',
    origins: { all: 'Tous', requested: 'Demandés', scheduled: 'Prévus' },
    bySchedule: 'Selon la planification',
    byAdministrator: 'Par un administrateur',
    begun: 'Début',
    none: 'Aucun passage à afficher.',
    idle: 'Les passages prévus qui n’avaient rien à faire ne sont pas listés.',
    scheduledNow: 'Un passage prévu est en cours. Vous pourrez en démarrer un quand il sera terminé.',
  },
  tab: 'Système',
  system: {
    checks: 'Contrôles',
    checksHelp: 'Les mêmes contrôles que « rolecall doctor ».',
    checkAgain: 'Revérifier',
    failingBoards: (n) => `${n} ${plural(n, 'page carrières en échec', 'pages carrières en échec')}`,
    fine: 'Tout est en ordre.',
    level: { ok: 'En ordre', note: 'À noter', failure: 'À faire' },
    allChecks: (n) => `Afficher les ${n} contrôles`,
    fewerChecks: 'Afficher seulement ce qui demande votre attention',
    checkNames: {
      version: 'Version', configuration: 'Configuration', 'public address': 'Adresse publique', mail: 'Messagerie',
      backup: 'Sauvegardes', database: 'Base de données', clock: 'Horloge', login: 'Accès à la base', schema: 'Schéma de la base',
      clients: 'Adresses des clients', outbox: 'Messages sortants',
    },
    mail: 'Messagerie',
    mailHelp: 'Envoie aussitôt un e-mail à votre propre adresse et montre ce que répond le serveur de messagerie.',
    sendMail: 'Envoyer un e-mail d’essai',
    mailSent: (to) => `Le serveur de messagerie a accepté l’e-mail pour ${to}.`,
    mailKept: (to) => `Aucun serveur de messagerie configuré : l’e-mail pour ${to} se trouve dans la boîte aux lettres locale.`,
    mailFailed: (to) => `L’e-mail pour ${to} n’a pas été envoyé`,
    services: 'État des services',
    servicesHelp: 'Version, taille de la base et travail en attente, d’après chaque service.',
    service: {
      identity: 'Comptes', jobs: 'Recherche d’offres et robot', applications: 'Candidatures', notifications: 'Notifications',
    },
    away: 'Ne répond pas',
    version: (v) => `version ${v}`,
    otherVersion: 'Les services n’ont pas tous la même version.',
    size: 'Base de données',
    sizeOf: (schema, size) => `${schema} : ${size}`,
    total: (size) => `${size} au total`,
    queue: {
      outbox: 'E-mails et messages aux services',
      reminders: 'Rappels',
      alerts: 'Alertes emploi',
      channels: 'Messages vers les canaux',
      changes: 'Offres à comparer aux alertes',
      hits: 'Résultats d’alertes à transmettre',
      enrichment: 'Offres à analyser',
      'board-requests': 'Demandes au robot',
    },
    waiting: 'En attente',
    due: 'À traiter',
    late: 'En retard',
    givenUp: 'Abandonnés',
    oldest: 'Le plus ancien',
    what: 'File d’attente',
    lateHelp: 'En retard : à traiter depuis plus de 15 minutes.',
    folder: 'Dossier de données',
    free: (size) => `${size} libres sur son disque`,
  },
  backups: {
    title: 'Sauvegardes',
    off:
      'Aucune planification : une sauvegarde n’est faite que si vous la lancez. ' +
      'Définissez PLATFORM_BACKUP_CRON pour des sauvegardes automatiques.',
    schedule: (cron, keep) =>
      `Planification : ${cron}. ${plural(keep, 'La plus récente est conservée.', `Les ${keep} plus récentes sont conservées.`)}`,
    next: (when) => `Prochaine : ${when}`,
    inFolder: (folder) => `Dans ${folder}. Gardez-en une copie sur une autre machine, avec les secrets.`,
    unavailable:
      'Cette installation ne fait pas de sauvegardes elle-même. Utilisez « rolecall backup » ou les outils de votre base de données.',
    none: 'Aucune sauvegarde pour l’instant.',
    taken: 'Date',
    size: 'Taille',
    file: 'Fichier',
    start: { backup: 'Sauvegarder', test: 'Tester la dernière' },
    running: { backup: 'Une sauvegarde est en cours.', test: 'La dernière sauvegarde est en cours de test.' },
    failed: (when) => `Sauvegarde échouée ${when}`,
    testHelp:
      'Un test restaure la dernière sauvegarde dans une base à part, compare les deux, puis supprime cette base. ' +
      'Il faut autant d’espace disque en plus.',
    passed: (when) => `Test réussi ${when}`,
    notPassed: (when) => `Test échoué ${when}`,
    compared: (tables, rows, seconds) => `${tables} tables et ${rows} lignes restaurées et comparées en ${seconds} s.`,
    never: 'Aucune sauvegarde n’a encore été testée.',
  },
}
