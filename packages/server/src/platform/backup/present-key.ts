import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { readMasterKey } from '../secrets/master-key.ts';
import { createVault } from '../secrets/vault.ts';

const markBytes = 8;

/** The secrets key that a server of this home would use, and a mark that tells it from others. */
export interface PresentKey {
  /** Base64, as the key file holds it. */
  text: string;
  mark: string;
}

export const keyFile = 'secret.key';

/** Reads the key without making one; nothing when there is none. */
export function readPresentKey(config: Pick<Config, 'home' | 'secretKey'>): PresentKey | undefined {
  const path = join(config.home, keyFile);
  if (config.secretKey === undefined && !existsSync(path)) return undefined;
  const key = readMasterKey(config);
  const text = config.secretKey ?? readFileSync(path, 'utf8');
  return { text: `${text.trim()}\n`, mark: markOf(key) };
}

function markOf(key: Buffer): string {
  return createVault(key).deriveKey('backup-mark').subarray(0, markBytes).toString('hex');
}
