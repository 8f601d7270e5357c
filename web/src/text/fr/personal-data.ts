import type * as En from '../en/personal-data'

export const personalData: typeof En.personalData = {
  title: 'Vos données',
  lead:
    'Téléchargez en un fichier tout ce que Rolecall sait de vous : compte et activité de sécurité, candidatures avec leur historique, ' +
    'notes et étiquettes, offres et recherches enregistrées, alertes, règles et canaux, employeurs suivis, corrections, rappels et ' +
    'notifications.',
  download: 'Télécharger mes données',
  done: 'Vos données sont téléchargées.',
}
