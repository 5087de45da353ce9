import { implementNode } from '../../interfaces/implement-node.ts';
import { asRecord } from '../../tools/as-record.ts';
import { askServiceJson } from '../../tools/ask-service.ts';
import { foundPages } from '../../tools/found-pages.ts';
import { readSecret } from '../../tools/read-secret.ts';
import { searchTool } from '../../tools/search-tool.ts';

/** Search with Brave. */
export const braveSearchAPI = implementNode({
  name: 'braveSearchAPI',
  icon: 'brave',
  description: 'Searches the web with Brave.',

  async run(_inputs, context) {
    const key = await readSecret(context, 'braveApiKey', 'Brave Search');
    return {
      braveSearchAPI: searchTool({
        nodeId: context.nodeId,
        name: 'brave-search',
        description: 'Searches the web. Use it for questions about current events. Takes a search query.',
        async ask(question, asking) {
          const url = `https://api.search.brave.com/res/v1/web/search?${new URLSearchParams({ q: question })}`;
          const headers = { 'x-subscription-token': key };
          const answer = await askServiceJson(
            { service: 'Brave Search', url, headers, secrets: [key] },
            asking,
          );
          return foundPages(asRecord(asRecord(answer)['web'])['results'], 'url', 'description');
        },
      }),
    };
  },
});
