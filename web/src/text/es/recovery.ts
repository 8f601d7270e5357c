import type * as En from '../en/recovery'

export const recovery: typeof En.recovery = {
  forgot: '¿Has olvidado la contraseña?',
  forgotLead: 'Escribe tu dirección de correo y te enviaremos un código para elegir una contraseña nueva.',
  backToLogin: 'Volver a iniciar sesión',
  reset: 'Elige una contraseña nueva',
  resetLead: (email) => `Si ${email} tiene una cuenta, hemos enviado allí un código de 6 cifras. Vale durante 15 minutos.`,
  resetLeadUnknown: 'Escribe tu dirección de correo, el código que te enviamos y una contraseña nueva.',
  resetButton: 'Guardar la contraseña nueva',
  codeWrong: 'Este código es incorrecto, ha caducado o ya se usó. Solo vale el más reciente, y tras cinco fallos necesitas otro.',
  secondFactor: 'Código de tu aplicación de autenticación o código de reserva',
  secondFactorNeeded: 'Tu cuenta usa la verificación en dos pasos, así que necesitamos otro código.',
  again: 'Enviar otro código',
  sendCode: 'Enviarme un código por correo',
  mailedCode: 'Código del correo',
  newPassword: 'Contraseña nueva',
  done: 'Tu contraseña se ha cambiado',
  doneLead: 'Se han cerrado todas tus sesiones. Inicia sesión con la contraseña nueva.',

  email: 'Dirección de correo',
  emailLead: (email) => `Inicias sesión con ${email} y te escribimos ahí. Al cambiarla se cierran todas tus sesiones.`,
  newEmail: 'Dirección de correo nueva',
  emailStart: 'Cambiar la dirección',
  emailDialog: 'Confirma las dos direcciones',
  emailSent: (present, next) =>
    `Hemos enviado un código de 6 cifras a ${present} y otro a ${next}. Los dos valen durante 15 minutos.`,
  currentCode: 'Código enviado a tu dirección actual',
  newCode: 'Código enviado a tu dirección nueva',
  emailConfirm: 'Cambiar la dirección',
  emailWrong: 'Uno de los códigos es incorrecto, ha caducado o ya se usó. Tras cinco fallos necesitas otros.',
  emailTaken: 'Se ha creado otra cuenta con la dirección nueva.',
  emailChanged: 'Dirección de correo cambiada. Inicia sesión con la nueva.',
}
