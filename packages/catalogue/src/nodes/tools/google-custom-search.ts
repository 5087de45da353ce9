import { implementNode } from '../../interfaces/implement-node.ts';
import { asRecord } from '../../tools/as-record.ts';
import { askServiceJson } from '../../tools/ask-service.ts';
import { foundPages } from '../../tools/found-pages.ts';
import { readSecret } from '../../tools/read-secret.ts';
import { searchTool } from '../../tools/search-tool.ts';

/** Search with Google. */
export const googleCustomSearch = implementNode({
  name: 'googleCustomSearch',
  icon: 'search',
  description: 'Searches the web, or the sites of a search engine set up at Google.',

  async run(_inputs, context) {
    const key = await readSecret(context, 'googleCustomSearchApiKey', 'Google Custom Search');
    const engine = await readSecret(context, 'googleCustomSearchApiId', 'Google Custom Search');
    return {
      googleCustomSearch: searchTool({
        nodeId: context.nodeId,
        name: 'google-custom-search',
        description: 'Searches with Google. Use it for questions about current events. Takes a search query.',
        async ask(question, asking) {
          const query = new URLSearchParams({ key, cx: engine, q: question });
          const url = `https://www.googleapis.com/customsearch/v1?${query}`;
          const answer = await askServiceJson(
            { service: 'Google Custom Search', url, secrets: [key] },
            asking,
          );
          return foundPages(asRecord(answer)['items']);
        },
      }),
    };
  },
});
