import type { RunContext } from '@tendril/contract/node/run-context';
import { postgresPlace } from '../../databases/postgres-place.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { fillStore } from '../../retrieval/fill-store.ts';
import { readFilter } from '../../retrieval/read-filter.ts';
import { storeOutputs } from '../../retrieval/store-outputs.ts';
import { postgresStore } from '../../vector-databases/postgres-store.ts';

async function open(inputs: NodeInputs['postgres'], context: RunContext) {
  return postgresStore({
    place: await postgresPlace(inputs, context),
    table: inputs.tableName ?? 'documents',
    contentColumn: inputs.contentColumnName ?? 'pageContent',
    distance: inputs.distanceStrategy,
    batchSize: inputs.batchSize,
    filter: readFilter(inputs.pgMetadataFilter, 'Postgres'),
    fileUpload: inputs.fileUpload,
  });
}

/** Finds passages in a table of PostgreSQL with pgvector, and fills it. */
export const postgres = implementNode({
  name: 'postgres',
  icon: 'postgres',
  description: 'Finds passages in a table of PostgreSQL with pgvector, and fills it.',
  upsertAnchors: ['document', 'recordManager'],

  openStore: open,

  run: async (inputs, context) => storeOutputs(await open(inputs, context), inputs, context),

  upsert: async (inputs, context) => fillStore(await open(inputs, context), inputs, context),
});
