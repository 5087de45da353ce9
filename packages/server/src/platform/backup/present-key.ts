import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { readMasterKey } from '../secrets/master-key.ts';
import { createVault } from '../secrets/vault.ts';

const markBytes = 8;

/** The secrets key that a server of this home would use, and a fingerprint that distinguishes it. */
interface PresentKey {
  /** Base64, as the key file holds it. */
  text: string;
  mark: string;
}

export const keyFile = 'secret.key';

/** Reads the key without creating one; undefined when there is none. */
export function readPresentKey(config: Pick<Config, 'home' | 'secretKey'>): PresentKey | undefined {
  const key = readMasterKey(config);
  if (!key) return undefined;
  const text = config.secretKey ?? readFileSync(join(config.home, keyFile), 'utf8');
  return { text: `${text.trim()}\n`, mark: markOf(key) };
}

function markOf(key: Buffer): string {
  return createVault(key).deriveKey('backup-mark').subarray(0, markBytes).toString('hex');
}
