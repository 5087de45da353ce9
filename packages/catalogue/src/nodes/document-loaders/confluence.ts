import { implementNode } from '../../interfaces/implement-node.ts';
import { loadConfluence } from '../../loading/load-confluence.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';
import { openConfluenceSource } from '../../sources/confluence-source.ts';

/** The pages of a space of Confluence, as documents. */
export const confluence = implementNode({
  name: 'confluence',
  icon: 'confluence',
  description: 'The pages of a space of Confluence, as documents.',
  isLive: true,
  bringsAccess: true,

  run: (inputs, context) => loaderOutputs(loadConfluence(inputs, context), inputs),

  load: loadConfluence,

  openSource: openConfluenceSource,
});
