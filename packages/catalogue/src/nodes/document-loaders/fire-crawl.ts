import { implementNode } from '../../interfaces/implement-node.ts';
import { loadFirecrawl } from '../../loading/load-firecrawl.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** Pages that Firecrawl scrapes, crawls, extracts from or finds, as documents. */
export const fireCrawl = implementNode({
  name: 'fireCrawl',
  icon: 'firecrawl',
  description: 'Pages that Firecrawl scrapes, crawls, extracts from or finds, as documents.',
  isLive: true,

  run: (inputs, context) => loaderOutputs(loadFirecrawl(inputs, context), inputs),

  load: loadFirecrawl,
});
