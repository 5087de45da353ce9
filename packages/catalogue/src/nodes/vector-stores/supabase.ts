import type { RunContext } from '@tendril/contract/node/run-context';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { checkAddress } from '../../model/address.ts';
import { fillStore } from '../../retrieval/fill-store.ts';
import { readFilter } from '../../retrieval/read-filter.ts';
import { storeOutputs } from '../../retrieval/store-outputs.ts';
import { readSecret } from '../../tools/read-secret.ts';
import { supabaseStore } from '../../vector-databases/supabase-store.ts';

async function open(inputs: NodeInputs['supabase'], context: RunContext, isOurs = false) {
  return supabaseStore({
    url: checkAddress(inputs.supabaseProjUrl, 'Supabase Project URL'),
    apiKey: await readSecret(context, 'supabaseApiKey', 'Supabase'),
    table: inputs.tableName,
    queryName: inputs.queryName,
    filter: readFilter(inputs.supabaseMetadataFilter, 'Supabase'),
    rpcFilter: inputs.supabaseRPCFilter,
    hasOwnIds: isOurs || inputs.recordManager !== undefined,
  });
}

/** Finds passages in a table of Supabase by a function of its own, and fills it. */
export const supabase = implementNode({
  name: 'supabase',
  icon: 'supabase',
  description: 'Finds passages in a table of Supabase by a function of its own, and fills it.',
  upsertAnchors: ['document', 'recordManager'],

  openStore: (inputs, context) => open(inputs, context, true),

  run: async (inputs, context) => storeOutputs(await open(inputs, context), inputs, context),

  upsert: async (inputs, context) => fillStore(await open(inputs, context), inputs, context),
});
