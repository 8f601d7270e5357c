import type * as En from '../en/personal-data'

export const personalData: typeof En.personalData = {
  title: 'Tus datos',
  lead:
    'Descarga en un archivo todo lo que Rolecall sabe de ti: cuenta y actividad de seguridad, candidaturas con su historial, ' +
    'notas y etiquetas, ofertas y búsquedas guardadas, alertas, reglas y canales, empresas que sigues, correcciones, recordatorios y ' +
    'notificaciones.',
  download: 'Descargar mis datos',
  done: 'Tus datos se han descargado.',
}
