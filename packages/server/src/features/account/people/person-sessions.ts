import type { WorkspaceSession } from '@tendril/contract/api/people';
import { AppError } from '@tendril/contract/app-error';
import { callerName, type UserCaller } from '../../../platform/http/caller.ts';
import type { PeopleParts } from './people.ts';

/** The open sessions of everybody in a workspace, for its owners; in other workspaces they are others' matter. */
export function createPersonSessions({
  db,
  audit,
  families,
}: Pick<PeopleParts, 'db' | 'audit' | 'families'>) {
  async function namesOf(userIds: readonly string[]) {
    if (userIds.length === 0) return new Map<string, { name: string; email: string }>();
    const rows = await db
      .selectFrom('user')
      .select(['id', 'name', 'email'])
      .where('id', 'in', userIds)
      .execute();
    return new Map(rows.map(({ id, ...person }) => [id, person]));
  }

  async function record(caller: UserCaller, userId: string, sessions: number): Promise<void> {
    const name = (await namesOf([userId])).get(userId)?.name ?? '';
    await audit.record({
      workspaceId: caller.workspaceId,
      actor: callerName(caller),
      action: 'person-signed-out',
      target: userId,
      detail: { name, sessions },
    });
  }

  return {
    async list(caller: UserCaller): Promise<WorkspaceSession[]> {
      const sessions = await families.listIn(caller);
      const names = await namesOf([...new Set(sessions.map(({ userId }) => userId))]);
      return sessions.map((session) => ({
        ...session,
        name: names.get(session.userId)?.name ?? '',
        email: names.get(session.userId)?.email ?? '',
        isCurrent: session.id === caller.familyId,
      }));
    },

    /** Throws NOT_FOUND for one of another workspace. */
    async end(caller: UserCaller, sessionId: string): Promise<void> {
      const session = (await families.listIn(caller)).find(({ id }) => id === sessionId);
      if (!session) throw new AppError('NOT_FOUND', 'Session not found.');
      await families.end(sessionId);
      await record(caller, session.userId, 1);
    },

    /** Ends those of a person in this workspace; throws NOT_FOUND for somebody who has none. */
    async endAll(caller: UserCaller, userId: string): Promise<void> {
      const { workspaceId } = caller;
      const ended = await families.endAll({ userId, workspaceId, except: caller.familyId });
      if (ended === 0) throw new AppError('NOT_FOUND', 'This person has no open session here.');
      await record(caller, userId, ended);
    },
  };
}

export type PersonSessions = ReturnType<typeof createPersonSessions>;
