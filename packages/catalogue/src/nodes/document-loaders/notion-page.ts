import { implementNode } from '../../interfaces/implement-node.ts';
import { loadNotionPage } from '../../loading/load-notion.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** A page of Notion with the pages below it, as documents. */
export const notionPage = implementNode({
  name: 'notionPage',
  icon: 'notion',
  description: 'A page of Notion with the pages below it, as documents.',
  isLive: true,

  run: (inputs, context) => loaderOutputs(loadNotionPage(inputs, context), inputs),

  load: loadNotionPage,
});
