import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from '../../testing/temporary-folder.ts';
import { makeMasterKey, readMasterKey } from './master-key.ts';
import { createVault } from './vault.ts';

describe('the vault', () => {
  const vault = createVault(randomBytes(32));

  it('opens what it has sealed, and seals the same text differently each time', () => {
    const sealed = vault.seal('w1', 'sk-секрет-🔑');
    expect(vault.open('w1', sealed)).toBe('sk-секрет-🔑');
    expect(vault.seal('w1', 'sk-секрет-🔑')).not.toBe(sealed);
    expect(sealed).not.toContain('sk-');
  });

  it('opens nothing for another workspace, with another key, or after one changed letter', () => {
    const sealed = vault.seal('w1', 'secret');
    const changed = `${sealed.slice(0, 20)}${sealed[20] === 'A' ? 'B' : 'A'}${sealed.slice(21)}`;
    expect(() => vault.open('w2', sealed)).toThrow('cannot be read');
    expect(() => createVault(randomBytes(32)).open('w1', sealed)).toThrow('cannot be read');
    expect(() => vault.open('w1', changed)).toThrow('cannot be read');
    expect(() => vault.open('w1', 'v1.')).toThrow('cannot be read');
  });

  it('derives a key of its own for each purpose', () => {
    expect(vault.deriveKey('session')).toEqual(vault.deriveKey('session'));
    expect(vault.deriveKey('session')).not.toEqual(vault.deriveKey('refresh'));
  });
});

describe('the master key', () => {
  let home: string;

  beforeEach(() => {
    home = makeFolder();
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('is made once, in a file that only its owner reads', () => {
    expect(readMasterKey({ home, secretKey: undefined })).toBeUndefined();
    const key = makeMasterKey(home);
    expect(key).toHaveLength(32);
    expect(makeMasterKey(home)).toEqual(key);
    expect(readMasterKey({ home, secretKey: undefined })).toEqual(key);
    expect(readdirSync(home)).toEqual(['secret.key']);
    expect(statSync(join(home, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(home, 'secret.key'), 'utf8').trim()).toBe(key.toString('base64'));
  });

  it('comes from the environment when it is given there', () => {
    const key = randomBytes(48);
    expect(readMasterKey({ home, secretKey: key.toString('base64') })).toEqual(key);
  });

  it.each(['', 'short', Buffer.alloc(16, 7).toString('base64'), Buffer.alloc(64).toString('base64')])(
    'ATK-047: %j is refused',
    (secretKey) => {
      expect(() => readMasterKey({ home, secretKey })).toThrow(/TENDRIL_SECRET_KEY/);
      writeFileSync(join(home, 'secret.key'), secretKey);
      expect(() => readMasterKey({ home, secretKey: undefined })).toThrow(/secret\.key/);
    },
  );
});
