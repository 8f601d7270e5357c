import { ApiError, explain } from '~/api/error'
import type { PasskeyAssertion, PasskeyAttestation, PasskeyChallenge, PasskeyCreation } from '~/api/models'
import { text } from '~/text'

/** passkeysSupported reports whether the browser offers WebAuthn on this page. */
export function passkeysSupported(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** WrongOrigin means that the passkey is bound to another address than that of this page. */
class WrongOrigin extends Error {
  constructor(readonly origin: string) {
    super(text.passkeys.wrongOrigin(origin))
  }
}

/** makePasskey asks the browser to create a passkey. */
export async function makePasskey({ origin, options }: PasskeyCreation): Promise<PasskeyAttestation> {
  if (location.origin !== origin) throw new WrongOrigin(origin)
  const credential = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
  return (credential as PublicKeyCredential).toJSON()
}

/** askForPasskey asks the user for a passkey, through the browser. */
export async function askForPasskey({ origin, options }: PasskeyChallenge): Promise<PasskeyAssertion> {
  if (location.origin !== origin) throw new WrongOrigin(origin)
  const credential = await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
  return (credential as PublicKeyCredential).toJSON()
}

/** explainPasskey says why a passkey could not be created or used: the server's reason, or the browser's. */
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
