import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sealFirstForm } from '../../testing/seal-first-form.ts';
import { makeFolder } from '../../testing/temporary-folder.ts';
import { makeMasterKey, readMasterKey } from './master-key.ts';
import { createVault } from './vault.ts';

describe('the vault', () => {
  const masterKey = randomBytes(32);
  const vault = createVault(masterKey);
  const place = {
    workspaceId: 'w1',
    column: 'credential.encryptedData',
    key: 'a',
    label: 'The secret “Mine”',
    remedy: 'Enter it again.',
  };
  const unreadable = expect.objectContaining({
    code: 'CREDENTIAL_MISSING',
    message:
      'The secret “Mine” cannot be read any more: what is stored was damaged, or belongs elsewhere. Enter it again.',
  });

  it('opens what it has sealed, and seals the same text differently each time', () => {
    const sealed = vault.seal(place, 'sk-секрет-🔑');
    expect(vault.open(place, sealed)).toBe('sk-секрет-🔑');
    expect(vault.seal(place, 'sk-секрет-🔑')).not.toBe(sealed);
    expect(sealed).not.toContain('sk-');
  });

  it('opens nothing with another key, or after one changed letter, and says what to do', () => {
    const sealed = vault.seal(place, 'secret');
    const changed = `${sealed.slice(0, 20)}${sealed[20] === 'A' ? 'B' : 'A'}${sealed.slice(21)}`;
    for (const damaged of [changed, 'v2.', 'v1.', '', `v1.${sealed.slice(3)}`]) {
      expect(() => vault.open(place, damaged)).toThrow(unreadable);
      expect(vault.tryOpen(place, damaged)).toBeUndefined();
    }
    expect(() => createVault(randomBytes(32)).open(place, sealed)).toThrow(unreadable);
  });

  it.each([{ workspaceId: 'w2' }, { column: 'variable.sealedValue' }, { key: 'b' }])(
    'opens nothing at another place: %o',
    (other) => {
      expect(() => vault.open({ ...place, ...other }, vault.seal(place, 'secret'))).toThrow(unreadable);
    },
  );

  it('a new name of the place changes nothing', () => {
    const renamed = { ...place, label: 'The secret “Other”', remedy: 'Look.' };
    expect(vault.open(renamed, vault.seal(place, 'secret'))).toBe('secret');
  });

  it('opens what was sealed for the workspace alone, and binds it when it is saved again', () => {
    const first = sealFirstForm(masterKey, 'w1', 'secret');
    expect(vault.open(place, first)).toBe('secret');
    expect(() => vault.open({ ...place, workspaceId: 'w2' }, first)).toThrow(unreadable);
    const renewed = vault.renew(place, first);
    expect(vault.open(place, renewed)).toBe('secret');
    expect(vault.tryOpen({ ...place, key: 'b' }, renewed)).toBeUndefined();
    expect(vault.renew(place, renewed)).toBe(renewed);
    expect(vault.renew(place, 'v1.damaged')).toBe('v1.damaged');
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
