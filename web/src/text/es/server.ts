// What the server says in English. A sentence that is not listed is shown as it comes.
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
  'The file has no header line with column names such as title and company.':
    'Al archivo le falta la línea de cabecera con columnas como «title» y «company».',
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
}
