import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** The flows of a workspace as models. */
export function modelStore(db: Database) {
  const rows = ({ workspaceId }: Scope) =>
    db
      .selectFrom('flow')
      .select(['id', 'name', 'createdAt'])
      .where('workspaceId', '=', workspaceId)
      .where('draftVersionId', 'is not', null);

  return {
    list: (scope: Scope) => rows(scope).orderBy('name').orderBy('id').limit(1000).execute(),
    find: (scope: Scope, id: string) => rows(scope).where('id', '=', id).executeTakeFirst(),
    named: (scope: Scope, name: string) => rows(scope).where('name', '=', name).limit(2).execute(),
  };
}
