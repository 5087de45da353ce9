import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Answer, Body } from '@tendril/contract/api/endpoint';
import type { createInvitation, Invitation } from '@tendril/contract/api/people';
import { AppError } from '@tendril/contract/app-error';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { lockWorkspace } from '../../../platform/db/workspace-lock.ts';
import type { WriteGroup } from '../../../platform/db/write-group.ts';
import { requireGrantable, requireNow } from './role-rules.ts';

const validMs = 7 * 86_400_000;
const maxOpen = 200;

/** What the link of an invitation leads to. */
export interface OpenInvitation {
  workspaceName: string;
  invitedBy: string | null;
  expiresAt: number;
}

/**
 * Links by which one person each may join a workspace: valid once within seven days; only hashes of their secrets are
 * stored.
 */
export function createInvitations(db: Database, writes: WriteGroup) {
  return {
    list: (scope: Scope): Promise<Invitation[]> =>
      open(db)
        .where('invitation.workspaceId', '=', scope.workspaceId)
        .orderBy('invitation.createdAt', 'desc')
        .execute(),

    /** Throws CONFLICT when too many are open, FORBIDDEN for a role that permits more than the inviter's. */
    async create(
      { workspaceId, userId }: Scope & { userId: string | null },
      { label, roleId }: Body<typeof createInvitation>,
    ): Promise<Answer<typeof createInvitation>> {
      const [id, token, createdAt] = [randomUUID(), randomBytes(32).toString('base64url'), Date.now()];
      const expiresAt = createdAt + validMs;
      const row = {
        id,
        workspaceId,
        label,
        createdAt,
        expiresAt,
        invitedBy: userId,
        tokenHash: hashOf(token),
        roleId,
      };
      await writes.write(async (trx) => {
        // The installation's own command may invite an owner.
        if (userId !== null) {
          await lockWorkspace(trx, { workspaceId });
          const own = await requireNow(trx, { workspaceId, userId }, 'people:invite');
          await requireGrantable(trx, { workspaceId }, own, roleId);
        }
        // A convenient moment to delete the expired ones.
        await trx.deleteFrom('invitation').where('expiresAt', '<', createdAt).execute();
        const present = await open(trx).where('invitation.workspaceId', '=', workspaceId).execute();
        if (present.length >= maxOpen)
          throw new AppError('CONFLICT', 'There are too many pending invitations. Revoke some first.');
        await trx.insertInto('invitation').values(row).execute();
      });
      const inviter = userId === null ? undefined : await nameOf(db, userId);
      return { id, label, createdAt, expiresAt, roleId, token, invitedBy: inviter ?? null };
    },

    /** Throws NOT_FOUND. */
    async revoke(scope: Scope, id: string): Promise<void> {
      const { numDeletedRows } = await db
        .deleteFrom('invitation')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .where('acceptedAt', 'is', null)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new AppError('NOT_FOUND', 'Invitation not found.');
    },

    /** What a link leads to; undefined when it was used or revoked, has expired or never existed. */
    async look(token: string): Promise<OpenInvitation | undefined> {
      const row = await open(db).where('tokenHash', '=', hashOf(token)).executeTakeFirst();
      return row && { workspaceName: row.workspaceName, invitedBy: row.invitedBy, expiresAt: row.expiresAt };
    },

    /** Throws NOT_FOUND for an invalid link; redeems nothing. */
    require: (token: string) => requireOpen(db, token),

    /** Redeems an invitation inside the transaction that admits the person. Throws NOT_FOUND. */
    take: takeInvitation,
  };
}

export type Invitations = ReturnType<typeof createInvitations>;

/** Invitations that can still be accepted. */
function open(from: Database | DatabaseTransaction) {
  return from
    .selectFrom('invitation')
    .innerJoin('workspace', 'workspace.id', 'invitation.workspaceId')
    .leftJoin('user', 'user.id', 'invitation.invitedBy')
    .select([
      'invitation.id',
      'invitation.label',
      'invitation.createdAt',
      'invitation.expiresAt',
      'invitation.roleId',
      'workspace.name as workspaceName',
      'user.name as invitedBy',
    ])
    .where('invitation.acceptedAt', 'is', null)
    .where('invitation.expiresAt', '>', Date.now());
}

/** Throws NOT_FOUND for an invalid link. */
async function requireOpen(db: Database, token: string): Promise<void> {
  const row = await open(db).where('tokenHash', '=', hashOf(token)).executeTakeFirst();
  if (!row) throw deadInvitation();
}

/** Where an invitation has led. */
interface Joined {
  workspaceId: string;
  roleId: string;
}

async function takeInvitation(trx: DatabaseTransaction, token: string, userId: string): Promise<Joined> {
  const at = Date.now();
  const taken = await trx
    .updateTable('invitation')
    .set({ acceptedAt: at, acceptedBy: userId })
    .where('tokenHash', '=', hashOf(token))
    .where('acceptedAt', 'is', null)
    .where('expiresAt', '>', at)
    .returning(['workspaceId', 'roleId'])
    .executeTakeFirst();
  if (taken) return taken;
  throw deadInvitation();
}

function deadInvitation(): AppError {
  return new AppError(
    'NOT_FOUND',
    'This invitation has been used or revoked, or it has expired. Ask for a new one.',
  );
}

async function nameOf(db: Database, userId: string): Promise<string | undefined> {
  return (await db.selectFrom('user').select('name').where('id', '=', userId).executeTakeFirst())?.name;
}

// The token has 256 random bits: a plain hash cannot be reversed.
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
