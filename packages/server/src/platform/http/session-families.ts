import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { AuditLog } from '../db/audit-log.ts';
import type { Database, DatabaseTransaction } from '../db/schema.ts';
import type { WriteGroup } from '../db/write-group.ts';
import type { UserCaller } from './caller.ts';
import {
  findToken,
  insertToken,
  isFamilyLive,
  type OpenedSession,
  rotateToken,
  type SessionLimits,
} from './refresh-tokens.ts';

/** The origin of a session. */
export interface SessionOrigin {
  address: string;
  agent: string | undefined;
}

/** Which sessions to end: those of a person, of one workspace, all but one. */
interface SessionChoice {
  userId: string;
  workspaceId?: string;
  except?: string;
}

const maxAgentLength = 300;
const stateCacheMs = 5000;
const maxCached = 10_000;

/** Sessions as families of refresh tokens: each is used once, and a replay ends the family. */
export interface SessionFamilies {
  begin(userId: string, workspaceId: string, from?: SessionOrigin): Promise<OpenedSession>;
  /** Rotates; throws UNAUTHORIZED for an invalid token and REFRESH_REUSED, ending the family, for a replayed one. */
  rotate(refreshToken: string): Promise<OpenedSession>;
  isAlive(familyId: string): Promise<boolean>;
  end(familyId: string): Promise<void>;
  /** Ends the selected sessions at once; returns how many there were. */
  endAll(choice: SessionChoice): Promise<number>;
  /** The person's live sessions, the latest used first. */
  listOf(userId: string): Promise<LiveSession[]>;
  /** Registers a listener for every session that ends early. */
  onEnd(listener: (familyIds: readonly string[]) => void): void;
  /** Ends the family of a refresh token; does nothing when there is none. */
  endByToken(refreshToken: string): Promise<void>;
}

interface LiveSession {
  id: string;
  workspaceId: string;
  createdAt: number;
  lastUsedAt: number;
  address: string | null;
  agent: string | null;
}

interface Store {
  db: Database;
  writes: WriteGroup;
  audit: AuditLog;
}

export function createSessionFamilies(store: Store, key: Buffer, limits: SessionLimits): SessionFamilies {
  const { db, writes, audit } = store;
  const liveness = createLiveness(db, limits);
  const successorOf = (token: string) => createHmac('sha256', key).update(token).digest('base64url');

  const { endThese, onEnd } = createEnding(writes, liveness.note);
  const end = (familyId: string) => endThese([familyId]);
  const listOf = (userId: string) => listLive(db, limits, userId);

  return {
    end,
    listOf,
    isAlive: liveness.check,
    onEnd,
    async endAll({ userId, workspaceId, except }) {
      const chosen = (await listOf(userId)).filter(
        (row) => row.id !== except && (workspaceId === undefined || row.workspaceId === workspaceId),
      );
      await endThese(chosen.map(({ id }) => id));
      return chosen.length;
    },
    async begin(userId, workspaceId, from) {
      const caller: UserCaller = { kind: 'user', userId, workspaceId, familyId: randomUUID() };
      const refreshToken = randomBytes(32).toString('base64url');
      const at = Date.now();
      const origin = { address: from?.address ?? null, agent: from?.agent?.slice(0, maxAgentLength) ?? null };
      const family = { userId, workspaceId, createdAt: at, lastUsedAt: at, revokedAt: null, ...origin };
      await writes.write(async (trx) => {
        await forgetDead(trx, limits, at);
        await trx
          .insertInto('session_family')
          .values({ id: caller.familyId, ...family })
          .execute();
        await insertToken(trx, refreshToken, caller.familyId, at);
      });
      return { caller, refreshToken };
    },
    async rotate(token) {
      const result = await writes.write((trx) => rotateToken(trx, token, successorOf, limits));
      if (!result) throw new AppError('UNAUTHORIZED', 'The session has ended. Sign in again.');
      if (!('replayed' in result)) return result;
      const { familyId, userId, workspaceId } = result.replayed;
      await end(familyId);
      await audit.record({
        workspaceId,
        actor: `user:${userId}`,
        action: 'refresh-reused',
        target: familyId,
      });
      throw new AppError(
        'REFRESH_REUSED',
        'This session was used from two places and was ended. Sign in again.',
      );
    },
    async endByToken(token) {
      const row = await findToken(db, token);
      if (row) await end(row.familyId);
    },
  };
}

// An ended session is invalid at once in this process, and the listeners are notified.
function createEnding(writes: WriteGroup, note: (familyId: string, isAlive: boolean) => void) {
  const listeners: ((familyIds: readonly string[]) => void)[] = [];

  async function endThese(familyIds: readonly string[]): Promise<void> {
    if (familyIds.length === 0) return;
    for (const id of familyIds) note(id, false);
    const revokedAt = Date.now();
    await writes.write((trx) =>
      trx
        .updateTable('session_family')
        .set({ revokedAt })
        .where('id', 'in', familyIds)
        .where('revokedAt', 'is', null)
        .execute(),
    );
    for (const notify of listeners) notify(familyIds);
  }

  return { endThese, onEnd: (listener: (typeof listeners)[number]) => void listeners.push(listener) };
}

async function listLive(db: Database, limits: SessionLimits, userId: string): Promise<LiveSession[]> {
  const rows = await db
    .selectFrom('session_family')
    .select(['id', 'workspaceId', 'createdAt', 'lastUsedAt', 'revokedAt', 'address', 'agent'])
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .orderBy('lastUsedAt', 'desc')
    .execute();
  return rows.filter((row) => isFamilyLive(row, limits, Date.now()));
}

// Signing in is rare, so it is the moment to delete expired sessions and tokens.
async function forgetDead(trx: DatabaseTransaction, limits: SessionLimits, at: number): Promise<void> {
  await trx
    .deleteFrom('session_family')
    .where((where) =>
      where.or([where('createdAt', '<', at - limits.maxMs), where('lastUsedAt', '<', at - limits.idleMs)]),
    )
    .execute();
}

// Checked on every request, so it is cached; a session that ends in this process is dropped at once all the same.
function createLiveness(db: Database, limits: SessionLimits) {
  const states = new Map<string, { isAlive: boolean; readAt: number }>();

  function note(familyId: string, isAlive: boolean): boolean {
    if (states.size >= maxCached) states.clear();
    states.set(familyId, { isAlive, readAt: Date.now() });
    return isAlive;
  }

  async function check(familyId: string): Promise<boolean> {
    const state = states.get(familyId);
    if (state && Date.now() - state.readAt < stateCacheMs) return state.isAlive;
    const row = await db
      .selectFrom('session_family')
      .select(['revokedAt', 'createdAt', 'lastUsedAt'])
      .where('id', '=', familyId)
      .executeTakeFirst();
    return note(familyId, row !== undefined && isFamilyLive(row, limits, Date.now()));
  }

  return { note, check };
}
