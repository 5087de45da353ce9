import { implementNode } from '../../interfaces/implement-node.ts';
import { loadOxylabs } from '../../loading/load-oxylabs.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** What Oxylabs reads of a page or a search, as documents. */
export const oxylabs = implementNode({
  name: 'oxylabs',
  icon: 'oxylabs',
  description: 'What Oxylabs reads of a page or a search, as documents.',
  isLive: true,

  run: (inputs, context) => loaderOutputs(loadOxylabs(inputs, context), inputs),

  load: loadOxylabs,
});
