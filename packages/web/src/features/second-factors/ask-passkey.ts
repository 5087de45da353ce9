import { type PasskeyProof, startPasskeyUse } from '@tendril/contract/api/passkeys';
import { call } from '../../kit/api/call.ts';

/** Asks the person's device to sign with a passkey; rejects if it does not. */
export async function askPasskey(): Promise<PasskeyProof> {
  const [{ startAuthentication }, { ceremony, options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(startPasskeyUse, { body: {} }),
  ]);
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const assertion = await startAuthentication({ optionsJSON });
  return { ceremony, assertion: assertion as unknown as PasskeyProof['assertion'] };
}

/** Whether the browser knows passkeys at all. */
export function knowsPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Whether an error is the browser's own: the person gave up, or the device has no fitting passkey. */
export function isDeviceError(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'WebAuthnError');
}
