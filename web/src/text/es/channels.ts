import type * as En from '../en/channels'

export const channels: typeof En.channels = {
  lead:
    'Recibe tus notificaciones también fuera: en este navegador, en el teléfono con ntfy o en un programa tuyo. ' +
    'El resumen semanal llega solo por correo.',
  none: 'Todavía no hay canales. Añade uno abajo. Las notificaciones en la aplicación y por correo siguen igual.',
  kinds: { WEB_PUSH: 'Navegador', NTFY: 'ntfy', WEBHOOK: 'Webhook' },
  thisBrowser: 'Este navegador',
  off: 'Desactivado',
  failing: 'Con fallos',
  switchOne: (name) => `Enviar a ${name}`,

  addTitle: 'Añadir un canal',
  addBrowser: 'Añadir este navegador',
  addNtfy: 'Añadir ntfy',
  addWebhook: 'Añadir un webhook',
  browserAdded: 'Este navegador ya muestra tus notificaciones.',
  browserHelp: 'Tu navegador te pide permiso. Los mensajes llegan mientras esté abierto, aunque Rolecall esté cerrado.',
  obstacles: {
    insecure: 'Los navegadores solo permiten notificaciones en páginas con https. Abre Rolecall en su dirección https.',
    unsupported: 'Este navegador no puede recibir mensajes push. Usa una versión actual de Firefox, Chrome, Edge o Safari.',
    denied:
      'Este navegador bloquea las notificaciones de Rolecall. Permítelas en los ajustes del sitio, junto a la dirección, y recarga.',
  },
  refused: 'No has permitido las notificaciones, así que este navegador no se ha añadido.',
  pushFailed: 'El navegador no ha podido conectar con su servicio push. Revisa tu conexión e inténtalo de nuevo.',

  name: 'Nombre',
  ntfyLead: 'ntfy es una aplicación para teléfono y ordenador. Elige un tema que nadie adivine: quien lo conozca puede leer los mensajes.',
  ntfyServer: 'Servidor',
  ntfyTopic: 'Tema (topic)',
  ntfyTopicHelp: 'Hasta 64 letras, cifras, guiones y guiones bajos. Suscríbete al mismo tema en la aplicación.',
  ntfyToken: 'Clave de acceso',
  ntfyTokenHelp: 'Solo si el tema está protegido. Se guarda cifrada y no se vuelve a mostrar.',
  webhookLead: 'Cada notificación se envía a tu dirección como petición POST firmada.',
  webhookAddress: 'Dirección',
  added: 'Canal añadido.',

  secretTitle: 'Secreto para firmar',
  secretLead: 'Cópialo ahora: no se vuelve a mostrar. Tu programa lo necesita para comprobar que un mensaje viene de Rolecall.',
  secret: 'Secreto',
  verifyTitle: 'Comprobar una firma',
  verifyLead:
    'La firma es el HMAC-SHA256 del identificador, la hora y el cuerpo. Rechaza lo de hace más de 5 minutos y lo ya recibido.',
  secretKept: 'Lo he copiado',

  never: 'Todavía no se ha entregado nada',
  lastDelivered: (when) => `Última entrega ${when}`,
  failingSince: (when, why) => `Falla desde ${when}: ${why}`,
  offBecause: (why) => `Desactivado: ${why}`,
  waiting: (n) => `${n === 1 ? '1 mensaje espera y se enviará' : `${n} mensajes esperan y se enviarán`} automáticamente.`,

  carries: (n, all) => (n === all ? 'Recibe todo' : `Recibe ${n} de ${all} tipos`),
  chooseTypes: (name) => `Elegir qué recibe ${name}`,
  types: 'Qué recibe',
  test: 'Enviar una prueba',
  testOne: (name) => `Enviar un mensaje de prueba a ${name}`,
  history: 'Entregas',
  historyOne: (name) => `Entregas a ${name}`,
  historyLead: 'Las últimas 50 de los siete días pasados.',
  historyNone: 'No se ha enviado nada en los últimos siete días.',
  states: { WAITING: 'En espera', DELIVERED: 'Entregado', FAILED: 'Fallido' },
  attempts: (n) => (n === 1 ? '1 intento' : `${n} intentos`),
  testType: 'Prueba',
  replay: (n) => (n === 1 ? 'Reenviar el fallido' : `Reenviar los ${n} fallidos`),
  replayed: (n) => (n === 1 ? '1 mensaje se envía de nuevo.' : `${n} mensajes se envían de nuevo.`),
  remove: 'Quitar',
  removeOne: (name) => `Quitar ${name}`,
  removeTitle: 'Quitar el canal',
  removeLead: (name) => `«${name}» no recibirá más notificaciones, y lo que está en espera se descarta.`,
  removed: 'Canal quitado.',
}
