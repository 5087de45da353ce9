import { implementNode } from '../../interfaces/implement-node.ts';
import { loadSearchApi } from '../../loading/load-search-results.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** What SearchApi finds for a query, as documents. */
export const searchApi = implementNode({
  name: 'searchApi',
  icon: 'searchapi',
  description: 'What SearchApi finds for a query, as documents.',
  isLive: true,

  run: (inputs, context) => loaderOutputs(loadSearchApi(inputs, context), inputs),

  load: loadSearchApi,
});
