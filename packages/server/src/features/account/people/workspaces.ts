import { randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { createInvitations } from './invitations.ts';

const maxNameLength = 80;

/** The result of creating a workspace: its first member, or the secret of the invitation for one. */
interface NewWorkspace {
  id: string;
  personName?: string;
  token?: string;
}

/** Additional workspaces of an installation; only its operator creates them. */
export function createWorkspaceService({
  db,
  writes,
  audit,
}: Pick<Infrastructure, 'db' | 'writes' | 'audit'>) {
  return {
    /** Throws INVALID_INPUT for a name that is too long, and CONFLICT while the installation has no owner. */
    async add(name: string, email: string): Promise<NewWorkspace> {
      if (name.length > maxNameLength)
        throw new AppError('INVALID_INPUT', `The name may have at most ${maxNameLength} characters.`);
      if (!(await db.selectFrom('user').select('id').executeTakeFirst()))
        throw new AppError(
          'CONFLICT',
          'Open Tendril and create the owner account first. It owns the first workspace.',
        );
      const person = await db
        .selectFrom('user')
        .select(['id', 'name'])
        .where('email', '=', email)
        .executeTakeFirst();
      const [id, createdAt] = [randomUUID(), Date.now()];
      await writes.write(async (trx) => {
        await trx.insertInto('workspace').values({ id, name, createdAt }).execute();
        if (person)
          await trx
            .insertInto('membership')
            .values({ userId: person.id, workspaceId: id, createdAt, roleId: 'owner' })
            .execute();
      });
      await audit.record({
        workspaceId: id,
        actor: 'system',
        action: 'workspace-created',
        target: id,
        detail: { name },
        area: 'People',
      });
      if (person) return { id, personName: person.name };
      const { token } = await createInvitations(db, writes).create(
        { workspaceId: id, userId: null },
        { label: email, roleId: 'owner' },
      );
      return { id, token };
    },
  };
}
