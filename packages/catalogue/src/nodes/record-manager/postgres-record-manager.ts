import { postgresPlace } from '../../databases/postgres-place.ts';
import { postgresRecords } from '../../databases/postgres-records.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

/** Remembers in PostgreSQL what lies in a vector store. */
export const postgresRecordManager = implementNode({
  name: 'postgresRecordManager',
  icon: 'postgres',
  description:
    'Remembers in PostgreSQL what was put into a vector store, so that only what changed is written.',

  async run(inputs, context) {
    const postgresRecordManager = postgresRecords({
      nodeId: context.nodeId,
      place: await postgresPlace(inputs, context),
      table: inputs.tableName ?? 'upsertion_records',
      namespace: inputs.namespace || context.session.flowId,
      cleanup: inputs.cleanup,
      sourceIdKey: inputs.sourceIdKey || 'source',
    });
    return { postgresRecordManager };
  },
});
