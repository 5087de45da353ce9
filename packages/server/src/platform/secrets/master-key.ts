import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';

const keyBytes = 32;
const keyFile = 'secret.key';

/**
 * The master key of all secrets: TENDRIL_SECRET_KEY, else the file `secret.key` in TENDRIL_HOME; undefined when there
 * is neither. Throws ConfigError when it is shorter than 32 bytes or plainly not random.
 */
export function readMasterKey({ secretKey, home }: Pick<Config, 'secretKey' | 'home'>): Buffer | undefined {
  if (secretKey !== undefined) return decodeKey(secretKey, 'TENDRIL_SECRET_KEY');
  const path = join(home, keyFile);
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  keepPrivate(path);
  return decodeKey(text, path);
}

/** Creates the key file with mode 0600; two servers that start at once get the same key. */
export function makeMasterKey(home: string): Buffer {
  const path = join(home, keyFile);
  createKeyFile(path);
  return decodeKey(readFileSync(path, 'utf8'), path);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function keepPrivate(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    // A mounted key has another owner, or is read-only: that is deliberate.
    if (!['EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function decodeKey(text: string, source: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length < keyBytes)
    throw new ConfigError(`${source} must hold base64 of at least ${keyBytes} random bytes.`);
  if (new Set(key).size < keyBytes / 4) throw new ConfigError(`${source} does not look random.`);
  return key;
}

// Written to a temporary file and linked into place: two servers that start at once agree on one key, and no
// half-written file is ever read.
function createKeyFile(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(keyBytes).toString('base64')}\n`);
    fsyncSync(file);
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(file);
    unlinkSync(draft);
  }
}
