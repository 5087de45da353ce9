import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../db/schema.ts';
import type { WriteGroup } from '../db/write-group.ts';
import type { KeyCaller } from './caller.ts';

const cacheMs = 5000;
const lastUseMs = 60_000;
const maxCached = 10_000;

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
  return createHash('sha256').update(key).digest('hex');
}

/** Finds the caller of a Bearer key. */
export interface ApiKeys {
  /** Undefined for an unknown key; throws UNAUTHORIZED for one that has ended. */
  find(key: string): Promise<KeyCaller | undefined>;
  /** Drops the cache of a key that was deleted or changed: it must fail at once. */
  forget(keyId: string): void;
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

  async function load(keyHash: string): Promise<Known | undefined> {
    const row = await db
      .selectFrom('api_key')
      .select(['id', 'workspaceId', 'keyHash', 'scope', 'flowIds', 'expiresAt', 'endedAt'])
      .where('keyHash', '=', keyHash)
      .executeTakeFirst();
    if (!row || !timingSafeEqual(Buffer.from(row.keyHash), Buffer.from(keyHash))) return undefined;
    const caller: KeyCaller = {
      kind: 'apiKey',
      keyId: row.id,
      workspaceId: row.workspaceId,
      scope: row.scope,
      ...(row.scope === 'flows' && { flowIds: new Set(JSON.parse(row.flowIds ?? '[]') as string[]) }),
    };
    const { expiresAt, endedAt } = row;
    const found = { caller, expiresAt, endedAt, readAt: Date.now() };
    if (known.size >= maxCached) known.clear();
    known.set(keyHash, found);
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
          'This API key stopped working when the person who created it was removed.',
        );
      if (found.expiresAt !== null && found.expiresAt <= now)
        throw new AppError('UNAUTHORIZED', `This API key expired on ${dayOf(found.expiresAt)}.`);
      await noteUse(found.caller.keyId, now);
      return found.caller;
    },
    forget(keyId) {
      notedUse.delete(keyId);
      for (const [hash, { caller }] of known) if (caller.keyId === keyId) known.delete(hash);
    },
  };
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
