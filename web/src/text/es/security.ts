import type * as En from '../en/security'
import { plural } from './later-plural'

export const security: typeof En.security = {
  twoFactor: 'Verificación en dos pasos',
  twoFactorLead: 'Inicia sesión también con un código de tu teléfono, para que una contraseña robada no baste.',
  on: 'Activada',
  off: 'Desactivada',
  enable: 'Configurar',
  enabled: 'La verificación en dos pasos está activada.',
  disable: 'Desactivar',
  disabled: 'La verificación en dos pasos está desactivada. Tus otras sesiones se han cerrado.',
  disableLead: 'Escribe un código para desactivar la verificación en dos pasos. Tus códigos de reserva también dejarán de valer.',
  regenerate: 'Códigos de reserva nuevos',
  regenerateLead:
    'Escribe el código de 6 cifras de tu aplicación y recibirás ocho códigos de reserva nuevos. Los antiguos dejan de valer.',
  withoutPhone:
    '¿Sin teléfono? Desactiva la verificación en dos pasos con un código de reserva y configúrala otra vez: tendrás códigos nuevos.',
  codesLeft: (n) =>
    n === 0
      ? 'No quedan códigos de reserva: crea otros nuevos.'
      : `${plural(n, 'Queda', 'Quedan')} ${n} ${plural(n, 'código', 'códigos')} de reserva`,
  dialogs: {
    setup: 'Configurar la verificación en dos pasos',
    disable: 'Desactivar la verificación en dos pasos',
    regenerate: 'Códigos de reserva nuevos',
  },
  scan: 'Escanea este código QR con una aplicación de autenticación y escribe el código que muestra.',
  qr: 'Código QR para la aplicación de autenticación',
  byHand: '¿No puedes escanearlo? Escribe esta clave en la aplicación:',
  firstCode: 'Código de la aplicación',
  wrongFirst: 'Código incorrecto. Comprueba que tu teléfono pone la hora automáticamente y prueba con el código siguiente.',
  turnOn: 'Activar',
  codeOrBackup: 'Código de la aplicación o código de reserva',
  backupLead: 'Cada uno de estos códigos te deja iniciar sesión una vez sin tu teléfono. Solo se muestran ahora.',
  backupFile: 'Códigos de reserva de Rolecall. Cada uno sirve una sola vez.',
  backupKept: 'Los he guardado en un lugar seguro',
  password: 'Contraseña',
  passwordLead: 'Al cambiar la contraseña se cierran todas tus otras sesiones.',
  currentPassword: 'Contraseña actual',
  changePassword: 'Cambiar contraseña',
  passwordChanged: 'Contraseña cambiada. Tus otras sesiones se han cerrado.',
  wrongPassword: 'Esta no es tu contraseña actual.',
  sessions: 'Dónde has iniciado sesión',
  sessionsLead: 'Cierra las sesiones que no reconozcas y cambia después la contraseña.',
  thisSession: 'Esta sesión',
  unknownDevice: 'Dispositivo desconocido',
  device: (browser, system) => `${browser} en ${system}`,
  lastUsed: (when) => `último uso ${when}`,
  since: (when) => `desde el ${when}`,
  end: 'Cerrar',
  endOne: (device) => `Cerrar la sesión en ${device}`,
  sessionEnded: 'Sesión cerrada.',
  danger: 'Eliminar',
  dangerLead: 'Estas acciones no se pueden deshacer. Cada una pide un código que te enviamos por correo.',
  codeSent: 'Te hemos enviado un código de 6 cifras. Vale durante 15 minutos.',
  mailedWrong: 'Este código es incorrecto, ha caducado o ya se usó. Tras cinco intentos fallidos necesitas otro.',
  delete: {
    'delete-all-applications': {
      title: 'Eliminar todas las candidaturas',
      help: 'Elimina todas las candidaturas con sus notas y su historial. Tu cuenta se conserva.',
      warning:
        'Se eliminarán todas tus candidaturas, con sus notas, historiales y recordatorios. ' +
        'Expórtalas antes si crees que puedes necesitarlas.',
      button: 'Eliminar todas',
      done: 'Todas las candidaturas se han eliminado.',
    },
    'delete-account': {
      title: 'Eliminar la cuenta',
      help: 'Elimina tu cuenta y todos tus datos.',
      warning: 'Tu cuenta, candidaturas, recordatorios, ofertas guardadas y búsquedas guardadas se eliminarán para siempre.',
      button: 'Eliminar la cuenta',
      done: 'Tu cuenta se ha eliminado.',
    },
  },
}
