import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { ControlBus } from '../bus/control-bus.ts';
import type { AuditLog } from '../db/audit-log.ts';
import type { Database, DatabaseTransaction } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
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
  /** The provider that the person has signed in with. */
  providerId?: string | undefined;
  /** The session there. */
  providerSid?: string | undefined;
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
  /** `provedAt`: when the person proved their identity, if not now. */
  begin(
    userId: string,
    workspaceId: string,
    from?: SessionOrigin,
    provedAt?: number | null,
  ): Promise<OpenedSession>;
  /** Rotates; throws UNAUTHORIZED for an invalid token and REFRESH_REUSED, ending the family, for a replayed one. */
  rotate(refreshToken: string): Promise<OpenedSession>;
  isAlive(familyId: string): Promise<boolean>;
  /** When the person of a session last proved their identity. */
  provedAt(familyId: string): Promise<number | null>;
  /** The provider that a session was opened by, if it was. */
  providerOf(familyId: string): Promise<string | null>;
  end(familyId: string): Promise<void>;
  /** Ends the selected sessions at once; returns how many there were. */
  endAll(choice: SessionChoice): Promise<number>;
  /** Ends live sessions that a provider has opened: that of a session there, or those of a person; returns them. */
  endOfProvider(
    providerId: string,
    of: { userId?: string | undefined; sid?: string | undefined },
  ): Promise<{ id: string; userId: string; workspaceId: string }[]>;
  /** The person's live sessions, the latest used first. */
  listOf(userId: string): Promise<LiveSession[]>;
  /** The live sessions of everybody in a workspace, the latest used first. */
  listIn(scope: Scope): Promise<(LiveSession & { userId: string })[]>;
  /** Drops what is cached of a session, or of all. */
  forget(familyId?: string): void;
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
  bus: Pick<ControlBus, 'publish'>;
  writes: WriteGroup;
  audit: AuditLog;
}

export function createSessionFamilies(store: Store, key: Buffer, limits: SessionLimits): SessionFamilies {
  const { db, bus, writes, audit } = store;
  const liveness = createLiveness(db, limits);
  const successorOf = (token: string) => createHmac('sha256', key).update(token).digest('base64url');

  const endThese = createEnding(writes, bus, liveness.note);
  const end = (familyId: string) => endThese([familyId]);
  const listOf = (userId: string) => listLive(db, limits, { userId });

  return {
    end,
    listOf,
    listIn: ({ workspaceId }) => listLive(db, limits, { workspaceId }),
    isAlive: liveness.check,
    forget: liveness.forget,
    provedAt: async (familyId) => (await readFamily(db, familyId))?.provedAt ?? null,
    providerOf: async (familyId) => (await readFamily(db, familyId))?.providerId ?? null,
    async endAll({ userId, workspaceId, except }) {
      const chosen = (await listOf(userId)).filter(
        (row) => row.id !== except && (workspaceId === undefined || row.workspaceId === workspaceId),
      );
      await endThese(chosen.map(({ id }) => id));
      return chosen.length;
    },
    async endOfProvider(providerId, of) {
      const ended = await listOfProvider(db, limits, providerId, of);
      await endThese(ended.map(({ id }) => id));
      return ended;
    },
    async begin(userId, workspaceId, from, provedAt) {
      const caller: UserCaller = { kind: 'user', userId, workspaceId, familyId: randomUUID() };
      const refreshToken = randomBytes(32).toString('base64url');
      const at = Date.now();
      const origin = {
        address: from?.address ?? null,
        agent: from?.agent?.slice(0, maxAgentLength) ?? null,
        providerId: from?.providerId ?? null,
        providerSid: from?.providerSid ?? null,
      };
      const family = { userId, workspaceId, createdAt: at, lastUsedAt: at, revokedAt: null, ...origin };
      await writes.write(async (trx) => {
        await forgetDead(trx, limits, at);
        await trx
          .insertInto('session_family')
          .values({ id: caller.familyId, ...family, provedAt: provedAt === undefined ? at : provedAt })
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

const readFamily = (db: Database, familyId: string) =>
  db
    .selectFrom('session_family')
    .select(['provedAt', 'providerId'])
    .where('id', '=', familyId)
    .executeTakeFirst();

// An ended session is invalid here before it is written, and everywhere once it is.
function createEnding(
  writes: WriteGroup,
  bus: Pick<ControlBus, 'publish'>,
  note: (familyId: string, isAlive: boolean) => void,
) {
  return async function endThese(familyIds: readonly string[]): Promise<void> {
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
    for (const familyId of familyIds) bus.publish({ kind: 'end-session', familyId });
  };
}

async function listLive(
  db: Database,
  limits: SessionLimits,
  { userId, workspaceId }: { userId?: string; workspaceId?: string },
) {
  const rows = await db
    .selectFrom('session_family')
    .select(['id', 'userId', 'workspaceId', 'createdAt', 'lastUsedAt', 'revokedAt', 'address', 'agent'])
    .where('revokedAt', 'is', null)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .$if(workspaceId !== undefined, (query) => query.where('workspaceId', '=', workspaceId ?? ''))
    .orderBy('lastUsedAt', 'desc')
    .execute();
  return rows.filter((row) => isFamilyLive(row, limits, Date.now()));
}

async function listOfProvider(
  db: Database,
  limits: SessionLimits,
  providerId: string,
  { userId, sid }: { userId?: string | undefined; sid?: string | undefined },
) {
  if (userId === undefined && sid === undefined) return [];
  const rows = await db
    .selectFrom('session_family')
    .select(['id', 'userId', 'workspaceId', 'createdAt', 'lastUsedAt', 'revokedAt', 'providerSid'])
    .where('providerId', '=', providerId)
    .where('revokedAt', 'is', null)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .execute();
  // Of a person's sessions, one whose session there is not known may be the one that is meant.
  const isMeant = (own: string | null) =>
    sid === undefined || own === sid || (own === null && userId !== undefined);
  return rows
    .filter((row) => isMeant(row.providerSid) && isFamilyLive(row, limits, Date.now()))
    .map(({ id, userId: of, workspaceId }) => ({ id, userId: of, workspaceId }));
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
  /** Counts what was dropped: a row that was read before it may be the old one. */
  let drops = 0;

  function note(familyId: string, isAlive: boolean): boolean {
    if (states.size >= maxCached) states.clear();
    states.set(familyId, { isAlive, readAt: Date.now() });
    return isAlive;
  }

  async function check(familyId: string): Promise<boolean> {
    const state = states.get(familyId);
    if (state && Date.now() - state.readAt < stateCacheMs) return state.isAlive;
    const dropsBefore = drops;
    const row = await db
      .selectFrom('session_family')
      .select(['revokedAt', 'createdAt', 'lastUsedAt'])
      .where('id', '=', familyId)
      .executeTakeFirst();
    const isAlive = row !== undefined && isFamilyLive(row, limits, Date.now());
    return drops === dropsBefore ? note(familyId, isAlive) : isAlive;
  }

  function forget(familyId?: string): void {
    drops += 1;
    if (familyId === undefined) states.clear();
    else states.delete(familyId);
  }

  return { note, check, forget };
}
