import { implementNode } from '../../interfaces/implement-node.ts';
import { loadNotionDatabase } from '../../loading/load-notion.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';
import { openNotionSource } from '../../sources/notion-source.ts';

/** The pages of a Notion database, as documents. */
export const notionDB = implementNode({
  name: 'notionDB',
  icon: 'notion',
  description: 'The pages of a Notion database, as documents.',
  isLive: true,

  run: (inputs, context) => loaderOutputs(loadNotionDatabase(inputs, context), inputs),

  load: loadNotionDatabase,

  openSource: openNotionSource,
});
