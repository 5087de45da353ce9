import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { RecordManager } from '@tendril/contract/provider/record-manager';
import type { RecordStore } from '@tendril/contract/provider/record-store';
import { implementNode } from '../../interfaces/implement-node.ts';

function recordsOf({ services }: RunContext): RecordStore {
  if (services.records) return services.records;
  throw new AppError('NODE_FAILED', 'SQLite Record Manager: there is no database here.');
}

/** Remembers in this installation what lies in a vector store. */
export const SQLiteRecordManager = implementNode({
  name: 'SQLiteRecordManager',
  icon: 'sqlite',
  description:
    'Remembers what was put into a vector store, so that only what changed is written, in the database of this installation instead of a file of SQLite.',

  async run({ tableName, namespace, cleanup, sourceIdKey }, { nodeId, session }) {
    const space = JSON.stringify([tableName || 'upsertion_records', namespace || session.flowId]);
    const manager: RecordManager = {
      nodeId,
      cleanup,
      sourceIdKey: sourceIdKey || 'source',
      now: async () => Date.now(),
      known: (keys, context) => recordsOf(context).known(space, keys),
      record: (entries, context) => recordsOf(context).record(space, entries),
      listBefore: (time, sources, context) => recordsOf(context).listBefore(space, time, sources),
      forget: (keys, context) => recordsOf(context).forget(space, keys),
    };
    return { SQLiteRecordManager: manager };
  },
});
