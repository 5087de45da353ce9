import { implementNode } from '../../interfaces/implement-node.ts';
import { asRecord } from '../../tools/as-record.ts';
import { askServiceJson } from '../../tools/ask-service.ts';
import { readSecret } from '../../tools/read-secret.ts';
import { resultPageAnswer } from '../../tools/result-page-answer.ts';
import { searchTool } from '../../tools/search-tool.ts';

/** Search with SerpApi. */
export const serpAPI = implementNode({
  name: 'serpAPI',
  icon: 'serpapi',
  description: 'Searches Google through SerpApi.',

  async run(_inputs, context) {
    const key = await readSecret(context, 'serpApiKey', 'SerpApi');
    return {
      serpAPI: searchTool({
        nodeId: context.nodeId,
        name: 'search',
        description: 'Searches the web. Use it for questions about current events. Takes a search query.',
        async ask(question, asking) {
          const query = new URLSearchParams({ engine: 'google', api_key: key, output: 'json', q: question });
          const url = `https://serpapi.com/search?${query}`;
          const answer = await askServiceJson({ service: 'SerpApi', url, secrets: [key] }, asking);
          // A search without results is an error in the body of an answer that is fine otherwise.
          return 'error' in asRecord(answer) ? undefined : resultPageAnswer(answer);
        },
      }),
    };
  },
});
