import type * as En from '../en/language'

export const language: typeof En.language = {
  title: 'Idioma',
  lead: 'Se usa en la aplicación, las notificaciones y los correos. Las ofertas siguen en el idioma en que se escribieron.',
  label: 'Idioma de la aplicación',
  blocked: 'Este navegador no guarda ajustes para este sitio, así que el idioma es el del navegador.',
}
