import type * as En from '../en/channels'

export const channels: typeof En.channels = {
  lead:
    'Recevez aussi vos notifications ailleurs : dans ce navigateur, sur votre téléphone avec ntfy ou dans un programme à vous. ' +
    'Le résumé hebdomadaire arrive seulement par e-mail.',
  none: 'Aucun canal pour l’instant. Ajoutez-en un ci-dessous. Les notifications dans l’application et par e-mail restent inchangées.',
  kinds: { WEB_PUSH: 'Navigateur', NTFY: 'ntfy', WEBHOOK: 'Webhook' },
  thisBrowser: 'Ce navigateur',
  off: 'Désactivé',
  failing: 'En panne',
  switchOne: (name) => `Envoyer à ${name}`,

  addTitle: 'Ajouter un canal',
  addBrowser: 'Ajouter ce navigateur',
  addNtfy: 'Ajouter ntfy',
  addWebhook: 'Ajouter un webhook',
  browserAdded: 'Ce navigateur affiche désormais vos notifications.',
  browserHelp: 'Votre navigateur demande l’autorisation. Les messages arrivent tant qu’il est ouvert, même si Rolecall est fermé.',
  obstacles: {
    insecure: 'Les navigateurs n’autorisent les notifications que sur les pages en https. Ouvrez Rolecall à son adresse https.',
    unsupported: 'Ce navigateur ne peut pas recevoir de messages push. Utilisez une version récente de Firefox, Chrome, Edge ou Safari.',
    denied:
      'Ce navigateur bloque les notifications de Rolecall. Autorisez-les dans les paramètres du site, à côté de l’adresse, ' +
      'puis rechargez la page.',
  },
  refused: 'Vous n’avez pas autorisé les notifications : ce navigateur n’a pas été ajouté.',
  pushFailed: 'Le navigateur n’a pas pu joindre son service push. Vérifiez votre connexion et réessayez.',

  name: 'Nom du canal',
  ntfyLead: 'ntfy est une application pour téléphone et ordinateur. Choisissez un sujet impossible à deviner : qui le connaît lit tout.',
  ntfyServer: 'Serveur',
  ntfyTopic: 'Sujet (topic)',
  ntfyTopicHelp: 'Jusqu’à 64 lettres, chiffres, traits d’union et tirets bas. Abonnez-vous au même sujet dans l’application.',
  ntfyToken: 'Jeton d’accès',
  ntfyTokenHelp: 'Seulement si le sujet est protégé. Il est stocké chiffré et n’est plus jamais affiché.',
  webhookLead: 'Chaque notification est envoyée à votre adresse sous forme de requête POST signée.',
  webhookAddress: 'Adresse',
  added: 'Canal ajouté.',

  secretTitle: 'Secret de signature',
  secretLead: 'Copiez-le maintenant : il ne sera plus affiché. Votre programme en a besoin pour vérifier qu’un message vient de Rolecall.',
  secret: 'Clé secrète',
  verifyTitle: 'Vérifier une signature',
  verifyLead:
    'La signature est le HMAC-SHA256 de l’identifiant, de l’heure et du corps. Refusez les heures de plus de 5 minutes ' +
    'et les identifiants déjà vus.',
  secretKept: 'Je l’ai copié',

  never: 'Rien de livré pour l’instant',
  lastDelivered: (when) => `Dernière livraison ${when}`,
  failingSince: (when, why) => `En panne depuis ${when} : ${why}`,
  offBecause: (why) => `Désactivé : ${why}`,
  waiting: (n) => `${n === 1 ? '1 message attend et sera envoyé' : `${n} messages attendent et seront envoyés`} automatiquement.`,

  carries: (n, all) => (n === all ? 'Reçoit tout' : `Reçoit ${n} types sur ${all}`),
  chooseTypes: (name) => `Choisir ce que reçoit ${name}`,
  types: 'Ce qu’il reçoit',
  test: 'Envoyer un essai',
  testOne: (name) => `Envoyer un message d’essai à ${name}`,
  history: 'Livraisons',
  historyOne: (name) => `Livraisons à ${name}`,
  historyLead: 'Les 50 dernières des sept derniers jours.',
  historyNone: 'Rien n’a été envoyé ces sept derniers jours.',
  states: { WAITING: 'En attente', DELIVERED: 'Livré', FAILED: 'Échoué' },
  attempts: (n) => (n === 1 ? '1 tentative' : `${n} tentatives`),
  testType: 'Essai',
  replay: (n) => (n === 1 ? 'Renvoyer celui qui a échoué' : `Renvoyer les ${n} qui ont échoué`),
  replayed: (n) => (n === 1 ? '1 message est renvoyé.' : `${n} messages sont renvoyés.`),
  remove: 'Retirer',
  removeOne: (name) => `Retirer ${name}`,
  removeTitle: 'Retirer le canal',
  removeLead: (name) => `« ${name} » ne recevra plus de notifications, et ce qui attend encore sera abandonné.`,
  removed: 'Canal retiré.',
}
