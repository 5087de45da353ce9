import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals a text in the format used before texts were bound to their place. */
export function sealFirstForm(masterKey: Buffer, workspaceId: string, plain: string): string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'tendril/secrets', 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(workspaceId));
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')}`;
}
