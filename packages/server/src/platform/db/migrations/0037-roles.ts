import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The roles of people, of invitations and of workspaces, and keys for chosen permissions. */
export const roles: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('role')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('permissions', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('updatedAt', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('role_name', ['workspaceId', 'name'])
      .execute();
    // Who is here may go on as before.
    for (const table of ['membership', 'invitation'])
      await db.schema
        .alterTable(table)
        .addColumn('roleId', 'text', (column) => column.notNull().defaultTo('admin'))
        .execute();
    await db.schema.alterTable('api_key').addColumn('permissions', 'text').execute();
    // The owner of the installation owns each of its workspaces; elsewhere it is the one who joined first.
    await sql`update membership set ${sql.ref('roleId')} = 'owner' where ${sql.ref('userId')} = (
      select member.${sql.ref('userId')} from membership as member
      inner join ${sql.table('user')} as person on person.id = member.${sql.ref('userId')}
      where member.${sql.ref('workspaceId')} = membership.${sql.ref('workspaceId')}
      order by coalesce(person.${sql.ref('ownerMark')}, 0) desc, member.${sql.ref('createdAt')}, person.id
      limit 1
    )`.execute(db);
    // The person who accepts the invitation to an empty workspace is its first member.
    await sql`update invitation set ${sql.ref('roleId')} = 'owner' where not exists (
      select 1 from membership where membership.${sql.ref('workspaceId')} = invitation.${sql.ref('workspaceId')}
    )`.execute(db);
  },
};
