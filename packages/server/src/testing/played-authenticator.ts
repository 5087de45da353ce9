import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { PasskeyAssertion, PasskeyAttestation } from '@tendril/contract/api/passkeys';

interface Asked {
  challenge: string;
}

/** How a device deviates from what is right. */
interface Use {
  origin?: string;
  rpId?: string;
  counter?: number;
  isVerified?: boolean;
  userHandle?: string;
  type?: string;
}

const site = { origin: 'http://localhost', rpId: 'localhost' };
const [present, verified, attested] = [0x01, 0x04, 0x40];

/** A device with one passkey, which signs what it is asked for. */
export function playAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coseKey = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytesOf(x)],
    [-3, bytesOf(y)],
  ]);
  const id = credentialId.toString('base64url');
  let userHandle = '';

  function answer(type: string, { challenge }: Asked, { origin = site.origin }: Use) {
    const text = JSON.stringify({ type, challenge, origin, crossOrigin: false });
    return { text, clientDataJSON: Buffer.from(text).toString('base64url') };
  }

  function data(flags: number, { rpId = site.rpId, counter = 0, isVerified = true }: Use): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const bits = flags | present | (isVerified ? verified : 0);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([bits]), count]);
  }

  const common = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
  return {
    make(options: Asked & { user?: unknown }, use: Use = {}): PasskeyAttestation {
      userHandle = (options.user as { id: string }).id;
      const { clientDataJSON } = answer(use.type ?? 'webauthn.create', options, use);
      const length = Buffer.from([0, credentialId.length]);
      const key = Buffer.from(isoCBOR.encode(coseKey));
      const authData = Buffer.concat([data(attested, use), Buffer.alloc(16), length, credentialId, key]);
      const object = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      const attestationObject = Buffer.from(isoCBOR.encode(object as never)).toString('base64url');
      return { ...common, response: { clientDataJSON, attestationObject, transports: ['internal'] } };
    },

    sign(options: Asked, use: Use = {}): PasskeyAssertion {
      const { text, clientDataJSON } = answer(use.type ?? 'webauthn.get', options, use);
      const authenticatorData = data(0, use);
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(text).digest()]);
      return {
        ...common,
        response: {
          clientDataJSON,
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle: use.userHandle ?? userHandle,
        },
      };
    },
  };
}

function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}
