import { implementNode } from '../../interfaces/implement-node.ts';
import { loadSpider } from '../../loading/load-spider.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** Pages that Spider scrapes or crawls, as documents. */
export const spiderDocumentLoaders = implementNode({
  name: 'spiderDocumentLoaders',
  icon: 'spider',
  description: 'Pages that Spider scrapes or crawls, as documents.',
  isLive: true,

  run: (inputs, context) => loaderOutputs(loadSpider(inputs, context), inputs),

  load: loadSpider,
});
