import type * as En from '../en/language'

export const language: typeof En.language = {
  title: 'Langue',
  lead: 'Utilisée pour l’application, les notifications et les e-mails. Les offres restent dans la langue où elles ont été écrites.',
  label: 'Langue de l’application',
  blocked: 'Ce navigateur ne garde aucun réglage pour ce site : la langue suit celle du navigateur.',
}
