import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../db/schema.ts';
import type { WriteGroup } from '../db/write-group.ts';
import type { KeyCaller } from './caller.ts';
import { parsePermissions } from './parse-permissions.ts';

// A changed key has to be known to every process within two seconds.
const cacheMs = 1500;
const lastUseMs = 60_000;
const maxCached = 10_000;

const columns = [
  'id',
  'workspaceId',
  'keyHash',
  'scope',
  'flowIds',
  'permissions',
  'createdBy',
  'expiresAt',
  'endedAt',
] as const;

interface MintedKey {
  /** Shown once, never stored. */
  key: string;
  keyHash: string;
  hint: string;
}

/** Creates a new API key; only its hash and its last four characters are to be stored. */
export function mintApiKey(): MintedKey {
  const key = `tdl_${randomBytes(32).toString('base64url')}`;
  return { key, keyHash: hashApiKey(key), hint: key.slice(-4) };
}

/** SHA-256 suffices: a key has 256 random bits, there is nothing to guess. */
export function hashApiKey(key: string): string {
  return hash('sha256', key);
}

/** Finds the caller of a Bearer key. */
export interface ApiKeys {
  /** Undefined for an unknown key; throws UNAUTHORIZED for one that has ended. */
  find(key: string): Promise<KeyCaller | undefined>;
  /** Whether the key exists and has not ended; not cached. */
  isAlive(keyId: string): Promise<boolean>;
  /** Drops what is cached of a key, or of all. */
  forget(keyId?: string): void;
}

interface Known {
  caller: KeyCaller;
  expiresAt: number | null;
  endedAt: number | null;
  readAt: number;
}

export function createApiKeys(db: Database, writes: WriteGroup): ApiKeys {
  const known = new Map<string, Known>();
  const notedUse = new Map<string, number>();
  /** Counts what was dropped: a row that was read before it may be the old one. */
  let drops = 0;

  async function load(keyHash: string): Promise<Known | undefined> {
    const dropsBefore = drops;
    const row = await db
      .selectFrom('api_key')
      .select(columns)
      .where('keyHash', '=', keyHash)
      .executeTakeFirst();
    if (!row || !timingSafeEqual(Buffer.from(row.keyHash), Buffer.from(keyHash))) return undefined;
    const caller: KeyCaller = {
      kind: 'apiKey',
      keyId: row.id,
      workspaceId: row.workspaceId,
      scope: row.scope,
      createdBy: row.createdBy,
      ...(row.scope === 'flows' && { flowIds: new Set(JSON.parse(row.flowIds ?? '[]') as string[]) }),
      ...(row.scope === 'custom' && { permissions: parsePermissions(row.permissions ?? '[]') }),
    };
    const { expiresAt, endedAt } = row;
    const found = { caller, expiresAt, endedAt, readAt: Date.now() };
    if (known.size >= maxCached) known.clear();
    if (drops === dropsBefore) known.set(keyHash, found);
    return found;
  }

  async function noteUse(keyId: string, at: number): Promise<void> {
    if (at - (notedUse.get(keyId) ?? 0) < lastUseMs) return;
    notedUse.set(keyId, at);
    await writes.write((trx) =>
      trx.updateTable('api_key').set({ lastUsedAt: at }).where('id', '=', keyId).execute(),
    );
  }

  return {
    async find(key) {
      const now = Date.now();
      const keyHash = hashApiKey(key);
      const cached = known.get(keyHash);
      const found = cached && now - cached.readAt < cacheMs ? cached : await load(keyHash);
      if (!found) return undefined;
      if (found.endedAt !== null)
        throw new AppError(
          'UNAUTHORIZED',
          'This API key stopped working when the person who created it was removed, or first signed in with a provider.',
        );
      if (found.expiresAt !== null && found.expiresAt <= now)
        throw new AppError('UNAUTHORIZED', `This API key expired on ${dayOf(found.expiresAt)}.`);
      await noteUse(found.caller.keyId, now);
      return found.caller;
    },
    isAlive: (keyId) => isAlive(db, keyId),
    forget(keyId) {
      drops += 1;
      if (keyId === undefined) return known.clear();
      notedUse.delete(keyId);
      for (const [hash, { caller }] of known) if (caller.keyId === keyId) known.delete(hash);
    },
  };
}

async function isAlive(db: Database, keyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('api_key')
    .select(['expiresAt', 'endedAt'])
    .where('id', '=', keyId)
    .executeTakeFirst();
  return row !== undefined && row.endedAt === null && (row.expiresAt ?? Infinity) > Date.now();
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
