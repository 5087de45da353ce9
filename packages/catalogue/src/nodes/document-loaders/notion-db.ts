import { implementNode } from '../../interfaces/implement-node.ts';
import { loadNotionDatabase } from '../../loading/load-notion.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** The pages of a Notion database, as documents. */
export const notionDB = implementNode({
  name: 'notionDB',
  icon: 'database',
  description: 'The pages of a Notion database, as documents.',
  isLive: true,

  run: (inputs, context) => loaderOutputs(loadNotionDatabase(inputs, context), inputs),

  load: loadNotionDatabase,
});
