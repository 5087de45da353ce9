import type { OwnSession } from '@tendril/contract/api/auths';
import { AppError } from '@tendril/contract/app-error';
import { callerName, type UserCaller } from '../../../platform/http/caller.ts';
import type { SessionOrigin } from '../../../platform/http/session-families.ts';
import type { ProfileParts } from './profile.ts';
import type { SignedIn } from './session-opening.ts';

/** The sessions of a signed-in person, and the workspace in which each works. */
export function createOwnSessions({ users, memberships, families, audit }: ProfileParts) {
  return {
    async list({ userId, familyId }: UserCaller): Promise<OwnSession[]> {
      const names = new Map((await memberships.workspacesOf(userId)).map(({ id, name }) => [id, name]));
      return (await families.listOf(userId)).map(({ workspaceId, ...row }) => ({
        ...row,
        workspaceName: names.get(workspaceId) ?? '',
        isCurrent: row.id === familyId,
      }));
    },

    /** Throws NOT_FOUND for a session that is not the caller's own. */
    async end({ userId }: UserCaller, sessionId: string): Promise<void> {
      const isOwn = (await families.listOf(userId)).some(({ id }) => id === sessionId);
      if (!isOwn) throw new AppError('NOT_FOUND', 'Session not found.');
      await families.end(sessionId);
    },

    async endOthers({ userId, familyId }: UserCaller): Promise<void> {
      await families.endAll({ userId, except: familyId });
    },

    /** A new session in another workspace of the person; the current one ends. Throws NOT_FOUND. */
    async switchWorkspace(caller: UserCaller, workspaceId: string, from: SessionOrigin): Promise<SignedIn> {
      const self = await users.findById(caller.userId);
      const isMember = (await memberships.workspacesOf(caller.userId)).some(({ id }) => id === workspaceId);
      if (!self || !isMember) throw new AppError('NOT_FOUND', 'Workspace not found.');
      const provedAt = await families.provedAt(caller.familyId);
      const session = await families.begin(caller.userId, workspaceId, from, provedAt);
      await families.end(caller.familyId);
      await audit.record({ workspaceId, actor: callerName(caller), action: 'workspace-entered' });
      return { person: { ...self, workspaceId }, session };
    },
  };
}

export type OwnSessions = ReturnType<typeof createOwnSessions>;
