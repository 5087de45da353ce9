import { implementNode } from '../../interfaces/implement-node.ts';
import { loadAirtable } from '../../loading/load-airtable.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** The records of a table of Airtable, as documents. */
export const airtable = implementNode({
  name: 'airtable',
  icon: 'airtable',
  description: 'The records of a table of Airtable, as documents.',
  isLive: true,

  run: (inputs, context) => loaderOutputs(loadAirtable(inputs, context), inputs),

  load: loadAirtable,
});
