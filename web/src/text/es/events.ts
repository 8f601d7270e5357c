import type * as En from '../en/events'

const several = (n: number, one: string, many: string) => (n === 1 ? one : `${n} ${many}`)

export const activity: typeof En.activity = {
  title: 'Actividad de seguridad reciente',
  lead: 'Lo que ha pasado en tu cuenta, lo último primero. Si algo no fuiste tú, cambia la contraseña y cierra las sesiones de arriba.',
  none: 'Todavía no hay actividad.',
  more: 'Mostrar actividad anterior',
  byOperator: 'por el responsable de este sitio',
  sentence: (kind, count) =>
    (sentences as Partial<Record<string, (n: number) => string>>)[kind]?.(count) ?? 'Se cambiaron los ajustes de seguridad de tu cuenta.',
}

export const sentences: typeof En.sentences = {
  'account.registered': () => 'Se creó tu cuenta.',
  'account.created': () => 'Se creó tu cuenta.',
  'account.disabled': () => 'Se desactivó tu cuenta.',
  'account.enabled': () => 'Se volvió a activar tu cuenta.',
  'account.shown': () => 'Se consultaron los datos de tu cuenta.',
  'account.listed': () => 'Consultaste la lista de usuarios.',
  'account.exported': () => 'Se pidió una copia de tus datos.',
  'invitation.sent': () => 'Invitaste a alguien.',
  'invitation.withdrawn': () => 'Retiraste una invitación.',
  'sessions.listed': () => 'Se consultó la lista de tus sesiones.',
  'account.verified': () => 'Se confirmó tu dirección de correo.',
  'login.succeeded': () => 'Iniciaste sesión.',
  'login.failed': (n) => several(n, 'Falló un intento de iniciar sesión.', 'intentos de iniciar sesión fallaron.'),
  'login.throttled': (n) =>
    several(n, 'Se bloqueó un inicio de sesión tras demasiados fallos.', 'inicios de sesión se bloquearon tras demasiados fallos.'),
  'session.ended': () => 'Se cerró una sesión.',
  'session.surplus_ended': () => 'Se cerró tu sesión más antigua porque había demasiadas.',
  'sessions.all_ended': () => 'Se cerraron todas tus sesiones.',
  'password.changed': () => 'Se cambió tu contraseña.',
  'password.failed': (n) =>
    several(n, 'Se escribió una contraseña actual incorrecta.', 'veces se escribió una contraseña actual incorrecta.'),
  'password.throttled': () => 'Se bloqueó un cambio de contraseña tras demasiados intentos fallidos.',
  'password.reset': () => 'Se restableció tu contraseña.',
  'password.reset_throttled': () => 'Se bloqueó un restablecimiento de contraseña tras demasiados códigos incorrectos.',
  'password.reset_requested': () => 'Se pidió un código para restablecer tu contraseña.',
  'password.reset_failed': (n) =>
    several(n, 'Se escribió un código incorrecto para restablecer la contraseña.',
      'códigos incorrectos se escribieron para restablecer la contraseña.'),
  'email.change_requested': () => 'Se pidió cambiar tu dirección de correo.',
  'email.change_failed': (n) =>
    several(n, 'Se escribió un código incorrecto para cambiar la dirección de correo.',
      'códigos incorrectos se escribieron para cambiar la dirección de correo.'),
  'email.changed': () => 'Se cambió tu dirección de correo.',
  'two_factor.enabled': () => 'Se activó la verificación en dos pasos.',
  'two_factor.disabled': () => 'Se desactivó la verificación en dos pasos.',
  'two_factor.reset': () => 'Se restableció la verificación en dos pasos.',
  'two_factor.failed': (n) =>
    several(n, 'Se escribió un código de verificación incorrecto.', 'códigos de verificación incorrectos se escribieron.'),
  'two_factor.throttled': () => 'Se bloqueó un código de verificación tras demasiados incorrectos.',
  'backup_code.used': () => 'Se usó un código de reserva.',
  'backup_codes.regenerated': () => 'Se crearon códigos de reserva nuevos.',
  'passkey.added': () => 'Se añadió una llave de acceso.',
  'passkey.renamed': () => 'Se cambió el nombre de una llave de acceso.',
  'passkey.removed': () => 'Se quitó una llave de acceso.',
  'passkey.used': () => 'Se usó una llave de acceso.',
  'passkey.suspect': () => 'Se bloqueó una llave de acceso porque podría haberse copiado.',
  'passkey.failed': (n) => several(n, 'No se aceptó una llave de acceso.', 'intentos de usar una llave de acceso fallaron.'),
  'passkey.throttled': () => 'Se bloqueó una llave de acceso tras demasiados fallos.',
  'backup.started': () => 'Iniciaste una copia de seguridad o la prueba de una.',
  'admin.revoked': () => 'Ya no eres administrador. Tus sesiones de administrador se han cerrado.',
}

export const events: typeof En.events = {
  source: 'Sucesos de',
  sources: { accounts: 'Cuentas', platform: 'Plataforma' },
  kind: 'Suceso',
  anyKind: 'Todos los sucesos',
  kinds: {
    accounts: {
      login: 'Inicios de sesión',
      'login.failed': 'Inicios de sesión fallidos',
      password: 'Contraseñas',
      two_factor: 'Verificación en dos pasos',
      passkey: 'Llaves de acceso',
      session: 'Sesiones cerradas',
      account: 'Cuentas',
      admin: 'Administradores',
      invitation: 'Invitaciones',
      service_key: 'Claves de servicio rechazadas',
    },
    platform: {
      trigger: 'Pasadas manuales', company: 'Empresas', posting: 'Ofertas corregidas', board: 'Páginas de empleo',
      service_key: 'Claves de servicio rechazadas',
    },
  },
  account: 'Correo de la cuenta',
  from: 'Desde',
  to: 'Hasta',
  at: 'Hora',
  who: 'Cuenta',
  where: 'Dirección',
  detail: 'Detalles',
  actor: {
    user: 'Titular de la cuenta', admin: 'Administrador', operator: 'Responsable', anonymous: 'Sin sesión',
  },
  none: 'No hay sucesos',
  noneHint: 'Nada coincide, o los sucesos son más antiguos de lo que se conservan.',
  more: 'Mostrar sucesos anteriores',
}
