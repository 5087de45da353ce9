import type { AuditTargetKind } from '@tendril/contract/api/audit';
import { isPipelineType } from '@tendril/contract/flow/flow';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { nameIn } from './audit.store.ts';

/** The subject of an entry, under its current name. */
export interface AuditTarget {
  kind: AuditTargetKind;
  name: string;
}

const plain = [
  { table: 'tool', kind: 'tool' },
  { table: 'variable', kind: 'variable' },
  { table: 'credential', kind: 'secret' },
] as const;

/** Finds the subjects of entries by id; deleted ones are not found. */
export function auditTargetStore(db: Database) {
  return {
    async find(scope: Scope, ids: readonly string[]): Promise<Map<string, AuditTarget>> {
      const found = new Map<string, AuditTarget>();
      if (ids.length === 0) return found;
      for (const { table, kind } of plain) {
        const rows = await db
          .selectFrom(table)
          .select(['id', 'name'])
          .where('workspaceId', '=', scope.workspaceId)
          .where('id', 'in', ids)
          .execute();
        for (const { id, name } of rows) found.set(id, { kind, name });
      }
      const flows = await db
        .selectFrom('flow')
        .select(['id', 'name', 'type'])
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', 'in', ids)
        .execute();
      for (const { id, name, type } of flows)
        found.set(id, { kind: isPipelineType(type) ? 'pipeline' : 'flow', name });
      const stores = await db
        .selectFrom('document_store')
        .select(['id', 'name'])
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', 'in', ids)
        .execute();
      for (const { id, name } of stores) found.set(id, { kind: 'store', name });
      const agents = await db
        .selectFrom('voice_agent')
        .select(['id', 'agentName'])
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', 'in', ids)
        .execute();
      for (const { id, agentName } of agents) found.set(id, { kind: 'voiceAgent', name: agentName });
      const assistants = await db
        .selectFrom('assistant')
        .select(['id', 'details'])
        .where('workspaceId', '=', scope.workspaceId)
        .where('type', '=', 'CUSTOM')
        .where('id', 'in', ids)
        .execute();
      for (const { id, details } of assistants)
        found.set(id, { kind: 'assistant', name: nameIn(details) ?? '' });
      return found;
    },
  };
}
