import type { ColumnNames, Problems } from '../problems'

// What the server says in English, with # for numbers. A sentence that is not listed is shown as it comes.
export const server: Record<string, string> = {
  'You have no such application.': 'Esta candidatura no existe.',
  'There is no such application.': 'Esta candidatura no existe.',
  'You already track an application to this posting.': 'Esta oferta ya está en tu tablero.',
  'You already track 20,000 applications. Delete some you no longer need.': 'Ya tienes 20 000 candidaturas. Elimina las que no necesites.',
  'This change cannot be undone: it was undone already, or was made more than ten minutes ago.':
    'Ya no se puede deshacer: se deshizo antes o fue hace más de diez minutos.',
  'This move can no longer be undone: something else happened since, or it was made more than ten minutes ago.':
    'Ya no se puede deshacer: después pasó otra cosa o fue hace más de diez minutos.',
  'This application cannot be brought back: it was never deleted, or was deleted more than ten minutes ago.':
    'Esta candidatura no se puede recuperar: no se eliminó, o fue hace más de diez minutos.',
  'An application can have 20 tags.': 'Una candidatura puede tener 20 etiquetas.',
  'A tag is blank.': 'Hay una etiqueta vacía.',
  'The job details were copied from a posting and cannot be changed.': 'Estos datos vienen de una oferta y no se pueden cambiar.',
  'Another import of yours is still running. Please wait until it has finished, then try again.':
    'Otra importación tuya sigue en marcha. Espera a que termine e inténtalo de nuevo.',
  'The file has more than 50,000 records. Split it and import the parts.':
    'El archivo tiene más de 50 000 registros. Divídelo e importa las partes.',
  'No known columns were found. Expected for example: title, company, status.':
    'No se ha encontrado ninguna columna conocida. Se esperan, por ejemplo, «title», «company» y «status».',
  'The file is not UTF-8 text. Save it as “CSV UTF-8” and try again.':
    'El archivo no es texto UTF-8. Guárdalo como «CSV UTF-8» e inténtalo de nuevo.',
  'Only an application that is marked as ghosted can be reopened.': 'Solo se puede reabrir una candidatura sin respuesta.',
  'The application has already ended.': 'Esta candidatura ya ha terminado.',
  'The application to put it below is not in that status.': 'El tablero ha cambiado entretanto. Inténtalo de nuevo.',
  'The code is wrong, expired or already used. Please request a new one.': 'El código es incorrecto, ha caducado o ya se usó. Pide otro.',
  'The title is blank.': 'Falta el nombre del puesto.',
  'The company is blank.': 'Falta la empresa.',
  'The timeline needs at least one row.': 'El historial necesita al menos un paso.',
  'You have 50 saved views. Delete one to save another.': 'Tienes 50 vistas guardadas. Elimina una para guardar otra.',
  'The name is blank.': 'Falta el nombre.',
  'The name must not be blank.': 'Falta el nombre.',
  'This is for administrators.': 'Esto es solo para administradores.',
  'There is nothing with this id.': 'No existe o ya no existe.',
  'There is nothing at this address.': 'No hay nada en esta dirección.',
  'There is already an account with this address.': 'Ya existe una cuenta con esta dirección.',
  'This is not an email address.': 'Esto no es una dirección de correo.',
  'This is the address of your account already.': 'Ya es la dirección de tu cuenta.',
  'A name has 1 to 100 characters.': 'Un nombre tiene de 1 a 100 caracteres.',
  'A name contains no control characters.': 'Un nombre no contiene caracteres de control.',
  'The code is wrong or was used already.': 'El código es incorrecto o ya se usó.',
  'The code is wrong, has expired or was used already.': 'El código es incorrecto, ha caducado o ya se usó.',
  'The account was changed while you logged in. Please log in again.':
    'La cuenta cambió mientras iniciabas sesión. Inicia sesión otra vez.',
  'An account has at most 20 passkeys. Please remove one first.': 'Una cuenta tiene 20 llaves de acceso como mucho. Quita primero una.',
  'This passkey is registered already.': 'Esta llave de acceso ya está registrada.',
  'The passkey could not be added. Please try again.': 'La llave de acceso no se pudo añadir. Inténtalo de nuevo.',
  'This passkey was not accepted. Please try another one, or your password.':
    'Esta llave de acceso no se aceptó. Prueba con otra o con tu contraseña.',
  'The password must have 8 to 100 characters.': 'La contraseña debe tener de 8 a 100 caracteres.',
  'The password contains characters that cannot be used.': 'La contraseña contiene caracteres que no se pueden usar.',
  'This password is one of the most common ones. Please choose another.': 'Esta contraseña es de las más comunes. Elige otra.',
  'This password is a simple pattern. Please choose another.': 'Esta contraseña es un patrón sencillo. Elige otra.',
  'This password is your own name or address. Please choose another.': 'Esta contraseña es tu propio nombre o dirección. Elige otra.',
  'The current password is wrong.': 'La contraseña actual es incorrecta.',
  'Two-factor authentication is already enabled.': 'La verificación en dos pasos ya está activada.',
  'There is no such session.': 'Esta sesión ya no existe.',
  'There is no such company.': 'Esta empresa no existe.',
  "The logo's address must be an absolute http or https address.": 'La dirección del logotipo debe empezar por http:// o https://.',
  'Another administrator has corrected this posting meanwhile. Look at it again.':
    'Otro administrador ha corregido esta oferta entretanto. Vuelve a mirarla.',
  'You have corrected 500 postings. Undo some corrections to make another.':
    'Has corregido 500 ofertas. Deshaz algunas correcciones para hacer otra.',
  'You follow 1,000 employers. Stop following some to follow another.':
    'Sigues a 1000 empresas. Deja de seguir a alguna para seguir a otra.',
  'You are looking for an employer already. Please wait until that ends.': 'Ya estás buscando una empresa. Espera a que termine.',
  'This board is being added, or was added already.': 'Esta página de empleo se está añadiendo o ya se añadió.',
  'There is no such posting.': 'Esta oferta no existe.',
  'Your list has 1,000 entries. Remove some you no longer need to add another.':
    'Tu lista tiene 1000 entradas. Quita alguna para añadir otra.',
  'Words have at most 100 characters, a place has at most 200.': 'Las palabras tienen como mucho 100 caracteres y un lugar, 200.',
  'There is no word in it.': 'No contiene ninguna palabra.',
  'You have 200 saved searches. Delete one to save another.': 'Tienes 200 búsquedas guardadas. Elimina una para guardar otra.',
  'You have saved 10,000 jobs. Remove some you no longer need to save another.':
    'Has guardado 10 000 ofertas. Quita alguna para guardar otra.',
  'You have 50 feeds. Remove one to make another.': 'Tienes 50 fuentes. Quita una para crear otra.',
  'A pass of this kind is already queued or running.': 'Ya hay una pasada así en espera o en marcha.',
  'Please enter a valid code of your authenticator app or a backup code.':
    'Escribe un código válido de tu aplicación de autenticación o un código de reserva.',
  'Quiet hours must end at another hour than they begin.': 'Las horas de silencio deben terminar a otra hora de la que empiezan.',
  'You have a channel with this address already.': 'Ya tienes un canal con esta dirección.',
  'Enter a name.': 'Escribe un nombre.',
  'Enter a full address that begins with https://.': 'Escribe una dirección completa que empiece por https://.',
  'The address must begin with https://.': 'La dirección debe empezar por https://.',
  'The address must not contain a user name or a password.': 'La dirección no debe contener usuario ni contraseña.',
  'This address is not public. The platform sends to public addresses only.':
    'Esta dirección no es pública. Solo se envía a direcciones públicas.',
  'Enter the topic.': 'Escribe el tema.',
  'The channel is switched off. Switch it on first.': 'El canal está desactivado. Actívalo primero.',
  'A reminder that has fired or was cancelled can no longer be changed.': 'Un recordatorio enviado o cancelado ya no se puede cambiar.',
  'A reminder that has fired can no longer be cancelled.': 'Un recordatorio enviado ya no se puede cancelar.',
  'The time of a reminder must be in the future.': 'La hora de un recordatorio debe estar en el futuro.',
  'You have 1,000 scheduled reminders, which is the limit. Cancel one you no longer need to set another.':
    'Tienes 1000 recordatorios, que es el límite. Cancela uno para poner otro.',
  'The record after line # is longer than # KiB. Is a quotation mark not closed?':
    'La entrada después de la línea # supera los # KiB. ¿Falta cerrar unas comillas?',
  'The file has # columns; the limit is #. Delete those you do not need.':
    'El archivo tiene # columnas y el límite es #. Elimina las que no necesites.',
  'The header line has no column for the title and none for the company.':
    'La cabecera no tiene columna para el puesto ni para la empresa.',
  'The header line has no column for the title.': 'La cabecera no tiene columna para el puesto.',
  'The header line has no column for the company.': 'La cabecera no tiene columna para la empresa.',
  'The date must be between the years # and #.': 'La fecha debe estar entre los años # y #.',
  'The date must not be in the future.': 'La fecha no puede estar en el futuro.',
  'You have # channels. Remove one first.': 'Tienes # canales. Elimina uno primero.',
  'must not be longer than # characters; it has #': 'no puede tener más de # caracteres; tiene #',
  'must not be blank': 'no puede estar vacío',
  'Your account was changed at the same moment. Please try again.': 'Tu cuenta se ha cambiado en el mismo momento. Inténtalo de nuevo.',
  'Your account may not use this.': 'Tu cuenta no puede usar esto.',
  'This is your own account. Please change it in your settings.': 'Esta es tu propia cuenta. Cámbiala en tus ajustes.',
  'There is no such user.': 'Este usuario ya no existe.',
  'This login has expired or was finished already. Please log in again.':
    'Este inicio de sesión ha caducado o ya ha terminado. Inicia sesión de nuevo.',
  'A backup or a test is running. Please wait until it ends.': 'Hay una copia o una prueba en marcha. Espera a que termine.',
  'A test mail was sent a moment ago. Please wait a few seconds.': 'Se acaba de enviar un correo de prueba. Espera unos segundos.',
  'There is no backup to test yet.': 'Todavía no hay ninguna copia que probar.',
  'This installation takes no backups by itself.': 'Esta instalación no hace copias por sí misma.',
  'There is no invitation to this address.': 'No hay ninguna invitación a esta dirección.',
  'There is no such passkey.': 'Esta clave de acceso ya no existe.',
  'This took too long or was finished already. Please try again.': 'Ha tardado demasiado o ya había terminado. Inténtalo de nuevo.',
  'Please begin the setup of two-factor authentication first.': 'Empieza primero a configurar la verificación en dos pasos.',
  'Two-factor authentication is not enabled.': 'La verificación en dos pasos no está activada.',
  '# actions on boards wait for the crawler. Please wait until some have ended.':
    'Hay # acciones en espera. Espera a que terminen algunas.',
  'Another action on this board is under way. Please wait until it ends.':
    'Ya hay otra acción en marcha para esta página de empleo. Espera a que termine.',
  'This board is paused or gone. Resume it first.': 'Esta página de empleo está en pausa o ya no existe. Reanúdala primero.',
  'There is no such board.': 'Esta página de empleo ya no existe.',
  'There is no such employer.': 'Este empleador ya no existe.',
  'Only administrators add employers here. Please ask one of them.': 'Aquí solo los administradores añaden empleadores. Pídeselo a uno.',
  'You have looked for as many employers as you may in # hours.': 'Has buscado tantos empleadores como se permite en # horas.',
  'There is no such entry on your list.': 'Esta entrada ya no está en tu lista.',
  'You have no such saved filter.': 'Esta búsqueda guardada ya no existe.',
  'You have no such view.': 'Esta vista ya no existe.',
  'There is no such feed.': 'Este canal de búsqueda ya no existe.',
  'The timeline has no such row.': 'Este paso ya no está en el historial.',
  'The status of this application has been changed # times already.': 'El estado de esta candidatura ya se ha cambiado # veces.',
  'Triggering is switched off in this deployment.': 'Los inicios manuales están desactivados en esta instalación.',
  'There is no such channel.': 'Este canal ya no existe.',
  'There is no such notification.': 'Esta notificación ya no existe.',
  'There is no such reminder.': 'Este recordatorio ya no existe.',
  'A reminder that was cancelled cannot be snoozed.': 'Un recordatorio cancelado no se puede posponer.',
  'There is no such time zone. Use a name such as Europe/Copenhagen.': 'Esta zona horaria no existe.',
  'Give both ends of the quiet hours, or none.': 'Indica el principio y el final de las horas de silencio, o ninguno.',
}

export const columns: ColumnNames = {
  title: 'El puesto', company: 'La empresa', location: 'El lugar', url: 'El enlace', notes: 'La nota', contact: 'El contacto',
  portalUrl: 'La dirección del portal de candidaturas', nextStepLabel: 'El próximo paso',
}

/** What is wrong with a line of an imported file. */
export const problems: Problems = {
  NOT_CSV: () => 'No se puede leer como CSV. ¿Están bien puestas las comillas?',
  TOO_MANY_FIELDS: ({ value, limit }) =>
    `${value} campos, pero la cabecera tiene ${limit}. ¿Faltan comillas en un texto con separador?`,
  MISSING: ({ column }) => `${column} falta`,
  TOO_LONG: ({ column, limit }) => `${column} supera los ${limit} caracteres`,
  NUL_CHARACTER: ({ column }) => `${column} contiene un carácter no válido`,
  NOT_AN_ADDRESS: ({ value }) => `«${value}» no es una dirección web`,
  NOT_A_STATUS: ({ value }) => `«${value}» no es un estado`,
  NOT_A_DATE: ({ value }) => `«${value}» no es una fecha`,
  IN_THE_FUTURE: ({ value }) => `«${value}» está en el futuro`,
  NOT_A_TIMELINE_ENTRY: ({ value }) => `«${value}» en el historial no tiene la forma ESTADO@fecha`,
  TIMELINE_ORDER: ({ value }) => `«${value}» en el historial es anterior a la entrada previa`,
  TIMELINE_TOO_LONG: ({ limit }) => `El historial tiene más de ${limit} entradas`,
  TIMELINE_END: ({ value }) => `El historial termina en ${value}, que no es el estado de la línea`,
  LIMIT_REACHED: ({ limit }) => `No importada: no puedes seguir más de ${limit} candidaturas`,
}
