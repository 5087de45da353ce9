import type { exportAudit } from '@tendril/contract/api/audit';
import { auditActionsLike } from '@tendril/contract/api/audit-verbs';
import type { Query } from '@tendril/contract/api/endpoint';
import { type SqlBool, sql } from 'kysely';
import { comparableNumber } from '../../../platform/db/comparable-number.ts';
import type { AuditEntryTable } from '../../../platform/db/people-tables.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

export type AuditFilter = Query<typeof exportAudit>;
export type AuditRow = Pick<
  AuditEntryTable,
  'seq' | 'at' | 'actor' | 'action' | 'area' | 'target' | 'detail' | 'address'
>;

/** Entries of one workspace's audit log, read-only. */
export function auditStore(db: Database) {
  const entries = (scope: Scope) =>
    db.selectFrom('audit_entry').where('audit_entry.workspaceId', '=', scope.workspaceId);

  return {
    page(scope: Scope, filter: AuditFilter, before: number | undefined, limit: number): Promise<AuditRow[]> {
      let rows = entries(scope).select([
        'seq',
        'at',
        'actor',
        'action',
        'area',
        'target',
        'detail',
        'address',
      ]);
      if (filter.actor !== undefined) rows = rows.where('actor', '=', filter.actor);
      if (filter.area !== undefined) rows = rows.where('area', '=', filter.area);
      if (filter.from !== undefined) rows = rows.where('at', '>=', filter.from);
      if (filter.to !== undefined) rows = rows.where('at', '<', filter.to);
      if (filter.search) rows = rows.where(holds(filter.search));
      if (before !== undefined) rows = rows.where('seq', '<', comparableNumber(before));
      return rows.orderBy('seq', 'desc').limit(limit).execute();
    },

    areas: async (scope: Scope) =>
      (
        await entries(scope).select('area').distinct().where('area', 'is not', null).orderBy('area').execute()
      ).flatMap(({ area }) => area ?? []),

    actors: async (scope: Scope) =>
      (await entries(scope).select('actor').distinct().orderBy('actor').execute()).map(({ actor }) => actor),

    /** The names of people and keys in the workspace; deleted ones by the entry that records their deletion. */
    async names(scope: Scope): Promise<Map<string, string>> {
      const gone = await entries(scope)
        .select(['action', 'target', 'detail'])
        .where('action', 'in', ['person-removed', 'api-key-deleted'])
        .execute();
      const people = await db
        .selectFrom('user')
        .innerJoin('membership', 'membership.userId', 'user.id')
        .select(['user.id', 'user.name'])
        .where('membership.workspaceId', '=', scope.workspaceId)
        .execute();
      const keys = await db
        .selectFrom('api_key')
        .select(['id', 'keyName'])
        .where('workspaceId', '=', scope.workspaceId)
        .execute();
      return new Map([
        ...gone.map(({ action, target, detail }): [string, string] => [
          `${action === 'person-removed' ? 'user' : 'key'}:${target}`,
          nameIn(detail) ?? '',
        ]),
        ...people.map(({ id, name }): [string, string] => [`user:${id}`, name]),
        ...keys.map(({ id, keyName }): [string, string] => [`key:${id}`, keyName]),
      ]);
    },
  };
}

/** The name of the changed thing that an entry keeps. */
export function nameIn(detail: string | null): string | null {
  const { name } = detail === null ? {} : (JSON.parse(detail) as { name?: unknown });
  return typeof name === 'string' ? name : null;
}

// In the columns that are shown. Of the detail only the name is shown, but searching all of it is good enough.
function holds(search: string) {
  const pattern = `%${search.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const like = (column: string) =>
    sql<SqlBool>`lower(coalesce(${sql.ref(column)}, '')) like ${pattern} escape '\\'`;
  const alternatives = ['action', 'target', 'address', 'detail'].map(like);
  const actions = auditActionsLike(search);
  if (actions.length > 0) alternatives.push(sql<SqlBool>`action in (${sql.join(actions)})`);
  return sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`;
}
