import { implementNode } from '../../interfaces/implement-node.ts';
import { askServiceJson } from '../../tools/ask-service.ts';
import { readSecret } from '../../tools/read-secret.ts';
import { resultPageAnswer } from '../../tools/result-page-answer.ts';
import { searchTool } from '../../tools/search-tool.ts';

/** Search with SearchApi. */
export const searchAPI = implementNode({
  name: 'searchAPI',
  icon: 'searchapi',
  description: 'Searches Google through SearchApi.',

  async run(_inputs, context) {
    const key = await readSecret(context, 'searchApiKey', 'SearchApi');
    return {
      searchAPI: searchTool({
        nodeId: context.nodeId,
        name: 'search_api',
        description: 'Searches the web. Use it for questions about current events. Takes a search query.',
        async ask(question, asking) {
          const query = new URLSearchParams({ engine: 'google', q: question });
          const url = `https://www.searchapi.io/api/v1/search?${query}`;
          const headers = { authorization: `Bearer ${key}` };
          const answer = await askServiceJson({ service: 'SearchApi', url, headers, secrets: [key] }, asking);
          return resultPageAnswer(answer);
        },
      }),
    };
  },
});
