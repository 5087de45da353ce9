import { implementNode } from '../../interfaces/implement-node.ts';
import { loadBraveResults } from '../../loading/load-brave-results.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** What Brave Search finds for a query, as documents. */
export const braveSearchApiLoader = implementNode({
  name: 'braveSearchApiLoader',
  icon: 'brave',
  description: 'What Brave Search finds for a query, as documents.',
  isLive: true,

  run: (inputs, context) => loaderOutputs(loadBraveResults(inputs, context), inputs),

  load: loadBraveResults,
});
