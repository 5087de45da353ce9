import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';

const keyBytes = 32;

/**
 * The key that everything secret hangs from: TENDRIL_SECRET_KEY, else the file `secret.key` in TENDRIL_HOME, made
 * on the first start with mode 0600. Throws ConfigError when it is shorter than 32 bytes or plainly not random.
 */
export function readMasterKey({ secretKey, home }: Pick<Config, 'secretKey' | 'home'>): Buffer {
  if (secretKey !== undefined) return decodeKey(secretKey, 'TENDRIL_SECRET_KEY');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const path = join(home, 'secret.key');
  createKeyFile(path);
  chmodSync(path, 0o600);
  return decodeKey(readFileSync(path, 'utf8'), path);
}

function decodeKey(text: string, source: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length < keyBytes)
    throw new ConfigError(`${source} must hold base64 of at least ${keyBytes} random bytes.`);
  if (new Set(key).size < keyBytes / 4) throw new ConfigError(`${source} does not look random.`);
  return key;
}

// Written beside and linked into place: two servers that start at once agree on one key, and no half file is ever read.
function createKeyFile(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  writeSync(file, `${randomBytes(keyBytes).toString('base64')}\n`);
  fsyncSync(file);
  closeSync(file);
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}
