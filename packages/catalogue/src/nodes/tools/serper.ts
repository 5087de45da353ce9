import { implementNode } from '../../interfaces/implement-node.ts';
import { asRecord } from '../../tools/as-record.ts';
import { askServiceJson } from '../../tools/ask-service.ts';
import { foundPages } from '../../tools/found-pages.ts';
import { readSecret } from '../../tools/read-secret.ts';
import { searchTool } from '../../tools/search-tool.ts';

/** Search with Serper. */
export const serper = implementNode({
  name: 'serper',
  icon: 'serper',
  description: 'Searches Google through Serper.',

  async run(_inputs, context) {
    const key = await readSecret(context, 'serperApiKey', 'Serper');
    return {
      serper: searchTool({
        nodeId: context.nodeId,
        name: 'serper',
        description: 'Searches the web. Use it for questions about current events. Takes a search query.',
        async ask(question, asking) {
          const url = 'https://google.serper.dev/search';
          const headers = { 'x-api-key': key };
          const request = { service: 'Serper', url, headers, body: { q: question }, secrets: [key] };
          const { answerBox, knowledgeGraph, organic } = asRecord(await askServiceJson(request, asking));
          const results = foundPages(organic);
          if (!answerBox && !knowledgeGraph) return results;
          return { answerBox, knowledgeGraph, results };
        },
      }),
    };
  },
});
