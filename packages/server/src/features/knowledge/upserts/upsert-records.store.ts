import { createHash } from 'node:crypto';
import type { RecordStore } from '@tendril/contract/provider/record-store';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

const rowsAtOnce = 200;

/** Names and sources of any length take the same small room; they are only ever compared. */
const short = (text: string) => createHash('sha256').update(text).digest('base64url');

function batches<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / rowsAtOnce);
  return Array.from({ length: count }, (_, at) => all.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce));
}

/** Records of upserts, which flows of a workspace share; each goes with the flow that has seen it last. */
export function upsertRecordStore(
  db: Database,
  { workspaceId, flowId }: Scope & { flowId: string },
): RecordStore {
  const ofSpace = (space: string) =>
    db.selectFrom('upsert_record').where('workspaceId', '=', workspaceId).where('space', '=', short(space));

  return {
    async known(space, keys) {
      const found = new Set<string>();
      for (const some of batches(keys)) {
        const rows = await ofSpace(space).select('key').where('key', 'in', some).execute();
        for (const { key } of rows) found.add(key);
      }
      return found;
    },

    async record(space, entries) {
      // One statement may not write a row twice.
      const unique = [...new Map(entries.map((entry) => [entry.key, entry])).values()];
      const seenAt = Date.now();
      for (const some of batches(unique))
        await db
          .insertInto('upsert_record')
          .values(
            some.map(({ key, source }) => ({
              workspaceId,
              flowId,
              space: short(space),
              key,
              source: short(source),
              seenAt,
            })),
          )
          .onConflict((conflict) =>
            conflict.columns(['workspaceId', 'space', 'key']).doUpdateSet((row) => ({
              flowId: row.ref('excluded.flowId'),
              source: row.ref('excluded.source'),
              seenAt: row.ref('excluded.seenAt'),
            })),
          )
          .execute();
    },

    async listBefore(space, time, sources) {
      const old = ofSpace(space).select('key').where('seenAt', '<', time);
      if (!sources) return (await old.execute()).map(({ key }) => key);
      const keys: string[] = [];
      for (const some of batches(sources.map(short))) {
        const rows = await old.where('source', 'in', some).execute();
        keys.push(...rows.map(({ key }) => key));
      }
      return keys;
    },

    async forget(space, keys) {
      for (const some of batches(keys))
        await db
          .deleteFrom('upsert_record')
          .where('workspaceId', '=', workspaceId)
          .where('space', '=', short(space))
          .where('key', 'in', some)
          .execute();
    },
  };
}
