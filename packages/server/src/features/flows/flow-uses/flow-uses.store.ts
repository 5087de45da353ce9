import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** Reads flows to find what they refer to. */
export function flowUsesStore(db: Database) {
  return {
    list: (scope: Scope) =>
      db
        .selectFrom('flow')
        .select(['id', 'name', 'type', 'draftRevision', 'draftVersionId', 'publishedVersionId', 'updatedAt'])
        .where('workspaceId', '=', scope.workspaceId)
        .orderBy('name')
        .orderBy('id')
        .execute(),

    /** How often flows of the workspace have changed. */
    async changes(scope: Scope): Promise<number> {
      const row = await db
        .selectFrom('flow_change')
        .select('count')
        .where('workspaceId', '=', scope.workspaceId)
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    readSettings: (scope: Scope, ids: readonly string[]) =>
      db
        .selectFrom('flow')
        .select(['id', 'chatbotConfig', 'analytic', 'speechToText', 'textToSpeech', 'followUpPrompts'])
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', 'in', ids)
        .execute(),

    readVersions: async (scope: Scope, ids: readonly string[]) =>
      ids.length === 0
        ? []
        : db
            .selectFrom('flow_version')
            .select(['id', 'flowData'])
            .where('workspaceId', '=', scope.workspaceId)
            .where('id', 'in', ids)
            .execute(),
  };
}
