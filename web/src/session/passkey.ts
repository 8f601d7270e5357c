import { ApiError, explain } from '~/api/error'
import type { PasskeyAssertion, PasskeyAttestation, PasskeyChallenge, PasskeyCreation } from '~/api/models'
import { text } from '~/text'

/** passkeysSupported is false in browsers without WebAuthn, and on pages where they switch it off. */
export function passkeysSupported(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** WrongOrigin: browsers bind a passkey to an address, and this page was opened at another one. */
export class WrongOrigin extends Error {
  constructor(readonly origin: string) {
    super(text.passkeys.wrongOrigin(origin))
  }
}

/** makePasskey has the browser make a passkey. */
export async function makePasskey({ origin, options }: PasskeyCreation): Promise<PasskeyAttestation> {
  if (location.origin !== origin) throw new WrongOrigin(origin)
  const credential = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
  return (credential as PublicKeyCredential).toJSON()
}

/** askForPasskey has the browser ask its user for a passkey. */
export async function askForPasskey({ origin, options }: PasskeyChallenge): Promise<PasskeyAssertion> {
  if (location.origin !== origin) throw new WrongOrigin(origin)
  const credential = await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
  return (credential as PublicKeyCredential).toJSON()
}

/** explainPasskey says why a passkey could not be made or used: the server's reason, or the browser's. */
export function explainPasskey(failure: unknown): string {
  if (failure instanceof WrongOrigin) return failure.message
  if (failure instanceof ApiError && failure.title === 'Passkey Challenge Invalid') return text.passkeys.expired
  if (!(failure instanceof DOMException)) return explain(failure)
  switch (failure.name) {
    case 'InvalidStateError':
      return text.passkeys.known
    case 'SecurityError':
      return text.passkeys.insecure
    case 'NotSupportedError':
      return text.passkeys.unsupported
    default:
      return text.passkeys.cancelled
  }
}
