import type * as En from '../en/mailbox'

export const mailbox: typeof En.mailbox = {
  title: 'Buzón local',
  lead: 'No hay ningún servidor de correo configurado, así que los correos se quedan en este equipo y se leen aquí.',
  notice: 'No hay servidor de correo configurado: los correos se quedan en este equipo.',
  open: 'Abrir el buzón',
  codeHint: 'No hay servidor de correo configurado: encontrarás el código en el buzón local.',
  empty: 'Todavía no hay correos',
  emptyHint: 'Los códigos, recordatorios y resúmenes aparecen aquí cuando se envían.',
  closed: 'Aquí no hay ningún buzón',
  closedHint: 'Un servidor de correo entrega los correos, o has abierto esta página desde otro equipo.',
  locked: 'El buzón está cerrado',
  lockedHint: 'Abre el enlace al buzón que mostró «rolecall up», o escribe la clave del archivo mailbox/token de la carpeta de datos.',
  token: 'Clave',
  tokenWrong: 'Clave incorrecta.',
  unlock: 'Abrir',
  clear: 'Eliminar todos los correos',
  to: (address) => `Para ${address}`,
  form: 'Mostrar como',
  asPage: 'Página',
  asText: 'Texto',
  copyCode: (code) => `Copiar el código ${code}`,
}
