import type * as En from '../en/phone'
import { plural } from './plural'

export const phone: typeof En.phone = {
  offlineSince: (when) => `Sin conexión. Última actualización: ${when}.`,
  offline: 'Sin conexión. Lo que ves puede estar anticuado.',
  readOnly: 'Para hacer cambios necesitas conexión.',
  needsConnection: 'Estás sin conexión. Esto la necesita, así que no se ha cambiado nada.',
  notKept: 'No disponible sin conexión',
  notKeptHint: 'Esta página vuelve con la conexión. Mientras tanto puedes leer tu tablero y tus próximos pasos.',
  nothingKept: 'Esta página vuelve con la conexión.',
  partNotKept: 'Necesita conexión.',
  nextSteps: 'Próximos pasos',
  newVersion: 'Hay una versión nueva:',
  reload: 'recargar',
  keep: {
    title: 'Leer sin conexión',
    lead: 'Este dispositivo guarda tu tablero y tus recordatorios como los viste por última vez, hasta que cierres sesión.',
    label: 'Guardarlos en este dispositivo',
    help: 'Desactívalo en un dispositivo que usen otras personas. Lo guardado se elimina al momento.',
  },
  filtersOn: (n) => (n > 0 ? `Filtros, ${n} ${plural(n, 'activo', 'activos')}` : 'Filtros'),
  order: 'Orden',
  orders: { asc: 'Ascendente', desc: 'Descendente' },
  showJobs: (n, written) => `Ver ${written} ${plural(n, 'oferta', 'ofertas')}`,
}
