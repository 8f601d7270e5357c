import type * as En from '../en/rules'
import { plural } from './plural'

export const rules: typeof En.rules = {
  section: 'Oculto y siempre visible',
  sectionLead:
    'Lo que ocultas no aparece en búsquedas, alertas, resúmenes ni fuentes. «Siempre» evita que se oculten por su título o lugar.',
  lists: { NEVER: 'No mostrar nunca', ALWAYS: 'Mostrar siempre' },
  kinds: {
    COMPANY: 'Empresas', TITLE_WORD: 'Palabras en títulos', PLACE: 'Lugares', JOB: 'Ofertas', WORD: 'Palabras en títulos, y conocimientos',
  },
  choices: {
    COMPANY: 'una empresa', TITLE_WORD: 'títulos con', PLACE: 'un lugar', JOB: 'una oferta', WORD: 'títulos o conocimientos con',
  },
  empty: 'Todavía nada. Oculta una oferta o una empresa desde su menú, o añade palabras aquí.',
  what: 'Qué',
  value: 'Nombre, palabra o lugar',
  add: 'Añadir',
  full: (n) => `${n} de 1000`,
  remove: 'Quitar',
  removeEntry: (name) => `Quitar ${name}`,
  rowMenu: (title) => `Ocultar o conservar ${title}`,
  hideJob: 'Ocultar esta oferta',
  neverCompany: (name) => `No mostrar nunca ${name}`,
  neverTitle: 'No mostrar nunca títulos con\u00a0…',
  neverPlace: (place) => `No mostrar nunca ofertas en ${place}`,
  alwaysCompany: (name) => `Mostrar siempre ${name}`,
  titleDialog: 'No mostrar nunca títulos con',
  titleHint: 'Exactamente esta palabra, o estas palabras en este orden.',
  never: (name) => `«${name}» queda oculto a partir de ahora.`,
  always: (name) => `«${name}» se muestra siempre.`,
  removed: {
    NEVER: (name) => `«${name}» ya no está oculto.`, ALWAYS: (name) => `«${name}» ya no se muestra siempre.`,
  },
  hidden: (n, shown) => `${shown} ${plural(n, 'oculta', 'ocultas')}`,
  allHidden: 'Todo está oculto',
  allHiddenHint: 'Tu lista oculta todas las ofertas de esta búsqueda.',
  show: 'Mostrar',
  unshow: 'Ocultar otra vez',
  hiddenMark: 'Oculta',
  showAgain: 'Mostrar otra vez',
  showAgainOf: (title) => `Mostrar otra vez ${title}`,
  alwaysMark: 'Siempre',
  newMark: 'Nueva',
  newCount: (shown) => `${shown} más desde tu última visita`,
  seen: 'Vista',
  hideSeen: 'Ocultar las vistas',
  shownOf: (shown, all, total, n, hidden, more) =>
    `${shown} de ${total} ${plural(all, 'oferta mostrada', 'ofertas mostradas')}${more ? ' por ahora' : ''}, ` +
    `${hidden} ya ${plural(n, 'vista oculta', 'vistas ocultas')}`,
  allSeen: 'Ya las has abierto todas',
  allSeenHint: 'Las ofertas nuevas aparecerán aquí.',
  showSeen: 'Mostrar las abiertas',
  forgetSeen: 'Olvidar qué ofertas he abierto',
  seenForgotten: 'Ya no hay ofertas marcadas como vistas.',
}

export const feeds: typeof En.feeds = {
  section: 'Fuentes web',
  sectionLead: 'Búsquedas que sigues en un lector de fuentes. Quien conoce una dirección puede leerla, así que no la compartas.',
  ofSearch: 'Fuente de esta búsqueda',
  ofSaved: 'Fuente',
  title: (name) => `Fuente de «${name}»`,
  atom: 'Atom',
  json: 'JSON Feed',
  reset: 'Direcciones nuevas',
  resetHint: 'Las direcciones antiguas dejan de funcionar al momento.',
  wasReset: 'La fuente tiene direcciones nuevas.',
  remove: 'Quitar la fuente',
  removeOf: (name) => `Quitar la fuente de ${name}`,
  removed: 'La fuente se ha quitado; sus direcciones ya no funcionan.',
}
