import { createHash } from 'node:crypto';
import type { Database, DatabaseTransaction } from '../db/schema.ts';
import type { UserCaller } from './caller.ts';

/** A token rotated less than this ago yields its successor: two tabs may refresh at once. */
export const graceMs = 10_000;

/** A session and the refresh token that continues it. */
export interface OpenedSession {
  caller: UserCaller;
  refreshToken: string;
}

export interface SessionLimits {
  idleMs: number;
  maxMs: number;
}

/** The outcome of a refresh: a session, the caller whose token was replayed, or undefined for an invalid token. */
type Rotation = OpenedSession | { replayed: UserCaller } | undefined;

interface FamilyTimes {
  revokedAt: number | null;
  createdAt: number;
  lastUsedAt: number;
}

/** Whether a family is neither revoked nor too old nor unused for too long. */
export function isFamilyLive(family: FamilyTimes, limits: SessionLimits, at: number): boolean {
  const { revokedAt, createdAt, lastUsedAt } = family;
  return revokedAt === null && at - createdAt < limits.maxMs && at - lastUsedAt < limits.idleMs;
}

/**
 * Redeems a refresh token. `successorOf` derives the next one, so that the grace period stores nothing in clear text.
 */
export async function rotateToken(
  trx: DatabaseTransaction,
  token: string,
  successorOf: (token: string) => string,
  limits: SessionLimits,
): Promise<Rotation> {
  const at = Date.now();
  const row = await findToken(trx, token);
  if (!row || !isFamilyLive(row, limits, at)) return undefined;
  const { userId, workspaceId, familyId } = row;
  const caller: UserCaller = { kind: 'user', userId, workspaceId, familyId };
  const successor = successorOf(token);
  if (await markRotated(trx, token, at)) {
    await insertToken(trx, successor, familyId, at);
    await trx.updateTable('session_family').set({ lastUsedAt: at }).where('id', '=', familyId).execute();
    return { caller, refreshToken: successor };
  }
  const rotatedAt = (await findToken(trx, token))?.rotatedAt ?? 0;
  if (at - rotatedAt > graceMs) return { replayed: caller };
  return { caller, refreshToken: await findHead(trx, successor, successorOf) };
}

/** Stores the hash of a new token. */
export async function insertToken(
  trx: DatabaseTransaction,
  token: string,
  familyId: string,
  createdAt: number,
): Promise<void> {
  const row = { tokenHash: hashOf(token), familyId, createdAt, rotatedAt: null };
  await trx.insertInto('refresh_token').values(row).execute();
}

/** The token's row joined with its family; undefined if it does not exist. */
export function findToken(db: Database | DatabaseTransaction, token: string) {
  return db
    .selectFrom('refresh_token')
    .innerJoin('session_family', 'session_family.id', 'refresh_token.familyId')
    .select([
      'familyId',
      'rotatedAt',
      'userId',
      'workspaceId',
      'revokedAt',
      'lastUsedAt',
      'session_family.createdAt',
    ])
    .where('tokenHash', '=', hashOf(token))
    .executeTakeFirst();
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

// True for the one request that rotates; a concurrent second one finds it done.
async function markRotated(trx: DatabaseTransaction, token: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('refresh_token')
    .set({ rotatedAt: at })
    .where('tokenHash', '=', hashOf(token))
    .where('rotatedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

// A third tab may have rotated the successor itself: only the newest is useful.
async function findHead(
  trx: DatabaseTransaction,
  token: string,
  successorOf: (token: string) => string,
): Promise<string> {
  let head = token;
  while ((await findToken(trx, head))?.rotatedAt) head = successorOf(head);
  return head;
}
