import { implementNode } from '../../interfaces/implement-node.ts';
import { loadSerpApi } from '../../loading/load-search-results.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** What SerpApi finds for a query, as documents. */
export const serpApi = implementNode({
  name: 'serpApi',
  icon: 'serpapi',
  description: 'What SerpApi finds for a query, as documents.',
  isLive: true,

  run: (inputs, context) => loaderOutputs(loadSerpApi(inputs, context), inputs),

  load: loadSerpApi,
});
