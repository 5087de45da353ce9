import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { SealedPlace } from './sealed-place.ts';

const nonceBytes = 12;
const tagBytes = 16;
/** Bound to the place. */
const presentForm = 'v2.';
/** Bound to the workspace alone: older texts, which are resealed when they are next saved. */
const firstForm = 'v1.';

/** Encrypts stored secrets, each bound to the place where it is stored. */
export interface Vault {
  seal(place: SealedPlace, plain: string): string;
  /** Throws CREDENTIAL_MISSING when the text was sealed for another place, with another key, or was changed. */
  open(place: SealedPlace, sealed: string): string;
  /** Like `open`, but undefined where that throws. */
  tryOpen(place: SealedPlace, sealed: string): string | undefined;
  /** The stored form of a text when its row is saved: an older one is bound to its place now. */
  renew(place: SealedPlace, sealed: string): string;
  /** A derived key for one purpose (session signatures, stream tokens …). */
  deriveKey(purpose: string): Buffer;
}

/** AES-256-GCM with a fresh nonce per text and the place as associated data. */
export function createVault(masterKey: Buffer): Vault {
  const deriveKey = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', masterKey, '', `tendril/${purpose}`, 32));
  // As an object, because the bytes would be processed again for each text, which costs more than sealing it.
  const key = createSecretKey(deriveKey('secrets'));

  function seal(place: SealedPlace, plain: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundData(place));
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return presentForm + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
  }

  function open(place: SealedPlace, sealed: string): string {
    const isPresent = sealed.startsWith(presentForm);
    const bytes = Buffer.from(sealed.slice(presentForm.length), 'base64url');
    try {
      const nonce = bytes.subarray(0, nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(isPresent ? boundData(place) : Buffer.from(place.workspaceId));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch (cause) {
      throw unreadable(place, cause);
    }
  }

  function tryOpen(place: SealedPlace, sealed: string): string | undefined {
    try {
      return open(place, sealed);
    } catch {
      return undefined;
    }
  }

  return {
    deriveKey,
    seal,
    open,
    tryOpen,
    renew(place, sealed) {
      const plain = sealed.startsWith(firstForm) ? tryOpen(place, sealed) : undefined;
      return plain === undefined ? sealed : seal(place, plain);
    },
  };
}

/** A list, so that no two places serialize alike. */
function boundData({ workspaceId, column, key }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify([workspaceId, column, key]));
}

function unreadable({ label, remedy }: SealedPlace, cause: unknown): AppError {
  const message = `${label} cannot be read any more: what is stored was damaged, or belongs elsewhere. ${remedy}`;
  return new AppError('CREDENTIAL_MISSING', message, { cause });
}
