import type * as En from '../en/start'
import { plural } from './plural'

export const onboarding: typeof En.onboarding = {
  title: '¿Qué buscas?',
  stepOf: (n, of) => `Pregunta ${n} de ${of}`,
  skip: 'Saltar por ahora',
  back: 'Atrás',
  next: 'Siguiente',
  finish: 'Ver mis ofertas',
  saveTitle: 'Conservar esta búsqueda',
  saveHint: 'La encontrarás en «Búsquedas guardadas» y en tu página de inicio.',
  matching: (n, shown) => (n === 0 ? 'Ninguna oferta abierta encaja con todo esto. Quita algo o sigue de todos modos.'
    : `Por ahora ${plural(n, 'encaja', 'encajan')} ${shown} ${plural(n, 'oferta abierta', 'ofertas abiertas')}.`),
  steps: {
    roles: { title: '¿Qué tipo de trabajo?', hint: 'Un puesto o un conocimiento, como «enfermero» o «data engineer».' },
    place: { title: '¿Dónde?', hint: 'Una ciudad o un país, y si quieres ir allí cada día.' },
    pay: { title: '¿Con qué sueldo?', hint: 'Al año. Las ofertas que no indican el sueldo se muestran igual, salvo que las quites.' },
    employers: { title: '¿Qué empresas te gustan?', hint: 'Síguelas para ver antes sus ofertas nuevas.' },
  },
  invite: 'Encuentra tus primeras ofertas',
  inviteLead: 'Cuatro preguntas cortas, y esta página muestra las ofertas que encajan contigo. Puedes saltarte cualquiera.',
  begin: 'Empezar',
  goOn: 'Continuar',
  notNow: 'Ahora no',
  firstSteps: 'Primeros pasos',
  answer: 'Responder a cuatro preguntas cortas',
  answerHint: 'Después, esta página muestra las ofertas que encajan contigo.',
  addSent: 'Añadir una candidatura ya enviada',
  addSentHint: 'Guarda aquí sus notas y fechas, con recordatorios a tiempo.',
  refine: 'Cambiar',
  suit: 'Ver ofertas para mí',
  none: 'Ahora mismo ninguna oferta abierta encaja con esta búsqueda',
  noneHint: 'Las ofertas nuevas aparecen aquí en cuanto una empresa las publica.',
}
