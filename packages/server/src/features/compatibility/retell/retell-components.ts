import { randomUUID } from 'node:crypto';
import type { RetellComponent, RetellComponentBody } from '@tendril/contract/api/retell-conversation-flows';
import type { RetellPageQuery } from '@tendril/contract/api/retell-pages';
import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { RetellRecordTable } from '../../../platform/db/voice-tables.ts';
import { checkFlow } from './conversation-flow/check-flow.ts';
import { pageOf } from './page-of.ts';
import { retellFieldsStore } from './retell-fields.store.ts';

/** Parts of conversation flows in Retell's API: kept for their clients, run by nothing. */
export function createRetellComponents(db: Database) {
  const store = retellFieldsStore(db, 'retell_flow_component');

  async function require(scope: Scope, id: string): Promise<RetellRecordTable> {
    const row = await store.find(scope, id);
    if (!row) throw missing();
    return row;
  }

  return {
    read: async (scope: Scope, id: string) => toComponent(await require(scope, id)),

    async create({ workspaceId }: Scope, body: RetellComponentBody): Promise<RetellComponent> {
      const fields = JSON.stringify(withoutFacts(body));
      const now = Date.now();
      const row = { id: randomUUID(), workspaceId, createdAt: now, updatedAt: now, fields };
      await store.insert(row);
      return toComponent(row);
    },

    async update(scope: Scope, id: string, body: Partial<RetellComponentBody>): Promise<RetellComponent> {
      const row = await require(scope, id);
      const fields = JSON.stringify(withoutFacts({ ...readFields(row), ...body }));
      const updatedAt = Math.max(Date.now(), row.updatedAt + 1);
      await store.update(scope, id, fields, updatedAt);
      return toComponent({ ...row, fields, updatedAt });
    },

    async list(scope: Scope, query: RetellPageQuery) {
      const { items, ...rest } = pageOf(await store.list(scope), query, ({ id }) => id);
      return { items: items.map(toComponent), ...rest };
    },

    async remove(scope: Scope, id: string): Promise<void> {
      if (!(await store.remove(scope, id))) throw missing();
    },
  };
}

export type RetellComponents = ReturnType<typeof createRetellComponents>;

const missing = () => new AppError('NOT_FOUND', 'Component not found.');

function readFields({ fields }: Pick<RetellRecordTable, 'fields'>): RetellComponentBody {
  return JSON.parse(fields) as RetellComponentBody;
}

function toComponent(row: RetellRecordTable): RetellComponent {
  return {
    ...readFields(row),
    conversation_flow_component_id: row.id,
    user_modified_timestamp: Number(row.updatedAt),
  };
}

/** Throws INVALID_INPUT for nodes that lead nowhere. */
function withoutFacts(body: RetellComponentBody): RetellComponentBody {
  checkFlow({ nodes: body.nodes });
  const {
    conversation_flow_component_id: _id,
    user_modified_timestamp: _modified,
    linked_conversation_flow_ids: _linked,
    ...fields
  } = body;
  return fields;
}
