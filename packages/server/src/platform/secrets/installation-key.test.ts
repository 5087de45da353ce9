import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { makeMigratedDatabase } from '../../testing/migrated-database.ts';
import { sealFirstForm } from '../../testing/seal-first-form.ts';
import { openDatabase } from '../db/client.ts';
import type { Database } from '../db/schema.ts';
import { StartError } from '../start-error.ts';
import { openVault, replaceKeyMark } from './installation-key.ts';

const key = randomBytes(32).toString('base64');
const otherKey = randomBytes(32).toString('base64');

describe.each(databases)('the key of an installation on %s', (kind) => {
  let db: Database;
  let home: string;
  let remove: () => Promise<void>;

  beforeEach(async () => {
    const empty = await makeMigratedDatabase(kind);
    home = empty.home;
    db = await openDatabase({ ...empty, databasePool: 4 });
    remove = async () => {
      await db.destroy();
      await empty.remove();
    };
  });
  afterEach(() => remove());

  const open = (secretKey?: string) => openVault(db, { home, secretKey });
  const keyFile = () => join(home, 'secret.key');
  const addPerson = () =>
    db
      .insertInto('user')
      .values({ id: 'u', name: 'U', email: 'u@example.com', passwordHash: '', createdAt: 1, updatedAt: 1 })
      .execute();

  it('is made on the first start, and nothing is written on the next ones', async () => {
    const made = await open();
    const before = readdirSync(home);
    const text = readFileSync(keyFile(), 'utf8');
    expect((await open()).deriveKey('x')).toEqual(made.deriveKey('x'));
    expect([readdirSync(home), readFileSync(keyFile(), 'utf8')]).toEqual([before, text]);
  });

  it('refuses to start without its key, and makes no other', async () => {
    await open();
    rmSync(keyFile());
    await expect(open()).rejects.toThrow(StartError);
    await expect(open()).rejects.toThrow(/key is missing/);
    expect(existsSync(keyFile())).toBe(false);
  });

  it('refuses another key, from the environment and from the file', async () => {
    await open(key);
    await expect(open(otherKey)).rejects.toThrow(
      /TENDRIL_SECRET_KEY is not what this database was made with/,
    );
    writeFileSync(keyFile(), otherKey);
    await expect(open()).rejects.toThrow(/secret\.key in .* is not what/);
    await expect(open(key)).resolves.toBeDefined();
  });

  it('of a database of before: knows the key by what it opens', async () => {
    await addPerson();
    await expect(open()).rejects.toThrow(/key is missing/);
    const encryptedData = sealFirstForm(Buffer.from(key, 'base64'), 'w', '{}');
    const row = { id: 'c', workspaceId: 'w', name: 'c', credentialName: 'openAIApi', encryptedData };
    await db.insertInto('workspace').values({ id: 'w', name: 'W', createdAt: 1 }).execute();
    await db
      .insertInto('credential')
      .values({ ...row, createdAt: 1, updatedAt: 1 })
      .execute();
    await expect(open(otherKey)).rejects.toThrow(StartError);
    await open(key);
    await expect(open(otherKey)).rejects.toThrow(StartError);
  });

  it('of two that begin one database with two keys, one goes on', async () => {
    const outcomes = await Promise.allSettled([open(key), open(otherKey)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('a lost key is given up on demand only', async () => {
    await open();
    rmSync(keyFile());
    await replaceKeyMark(db, { home, secretKey: undefined });
    await expect(open()).resolves.toBeDefined();
  });
});
