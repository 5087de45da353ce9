import { implementNode } from '../../interfaces/implement-node.ts';
import { loadApify } from '../../loading/load-apify.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** The pages that Apify crawls, as documents. */
export const apifyWebsiteContentCrawler = implementNode({
  name: 'apifyWebsiteContentCrawler',
  icon: 'apify',
  description: 'The pages that Apify crawls, as documents.',
  isLive: true,

  run: (inputs, context) => loaderOutputs(loadApify(inputs, context), inputs),

  load: loadApify,
});
