import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';

const nonceBytes = 12;
const tagBytes = 16;
const formatMark = 'v1.';

/** Encrypts what the database keeps of secrets, bound to the workspace it belongs to. */
export interface Vault {
  seal(workspaceId: string, plain: string): string;
  /** Throws INTERNAL when the text was sealed for another workspace, with another key, or was changed. */
  open(workspaceId: string, sealed: string): string;
  /** Whether a text was sealed with this key, for this workspace. */
  canOpen(workspaceId: string, sealed: string): boolean;
  /** A key of its own for one purpose (session signatures, stream tokens …). */
  deriveKey(purpose: string): Buffer;
}

/** AES-256-GCM with a fresh nonce per text and the workspace as associated data. */
export function createVault(masterKey: Buffer): Vault {
  const deriveKey = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', masterKey, '', `tendril/${purpose}`, 32));
  const key = deriveKey('secrets');

  function open(workspaceId: string, sealed: string): string {
    const bytes = Buffer.from(sealed.slice(formatMark.length), 'base64url');
    try {
      const nonce = bytes.subarray(0, nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(workspaceId));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch (cause) {
      throw new AppError('INTERNAL', 'A stored secret cannot be read with the present key.', { cause });
    }
  }

  return {
    deriveKey,
    open,
    seal(workspaceId, plain) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(workspaceId));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return formatMark + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    canOpen(workspaceId, sealed) {
      try {
        open(workspaceId, sealed);
        return true;
      } catch {
        return false;
      }
    },
  };
}
