import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** Names of people and API keys by the output of `callerName`; deleted or foreign ones have none. */
export async function readAuthorNames(
  db: Database,
  scope: Scope,
  authors: readonly (string | null)[],
): Promise<Map<string, string>> {
  const idsOf = (kind: string) => [
    ...new Set(authors.flatMap((author) => (author?.startsWith(kind) ? author.slice(kind.length) : []))),
  ];
  const names = new Map<string, string>();
  const [userIds, keyIds] = [idsOf('user:'), idsOf('key:')];
  if (userIds.length > 0) {
    const users = await db
      .selectFrom('user')
      .innerJoin('membership', 'membership.userId', 'user.id')
      .select(['user.id', 'user.name'])
      .where('membership.workspaceId', '=', scope.workspaceId)
      .where('user.id', 'in', userIds)
      .execute();
    for (const { id, name } of users) names.set(`user:${id}`, name);
  }
  if (keyIds.length > 0) {
    const keys = await db
      .selectFrom('api_key')
      .select(['id', 'keyName'])
      .where('workspaceId', '=', scope.workspaceId)
      .where('id', 'in', keyIds)
      .execute();
    for (const { id, keyName } of keys) names.set(`key:${id}`, keyName);
  }
  return names;
}
