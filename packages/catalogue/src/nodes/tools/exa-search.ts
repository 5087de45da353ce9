import { implementNode } from '../../interfaces/implement-node.ts';
import { asRecord } from '../../tools/as-record.ts';
import { askServiceJson } from '../../tools/ask-service.ts';
import { commaList } from '../../tools/comma-list.ts';
import { readSecret } from '../../tools/read-secret.ts';
import { searchTool } from '../../tools/search-tool.ts';

/** Search with Exa. */
export const exaSearch = implementNode({
  name: 'exaSearch',
  icon: 'exa',
  description: 'Searches the web with Exa by meaning.',

  async run(inputs, context) {
    const key = await readSecret(context, 'exaSearchApiKey', 'Exa');
    const { description, includeDomains, excludeDomains, ...options } = inputs;
    return {
      exaSearch: searchTool({
        nodeId: context.nodeId,
        name: 'exa_search',
        description:
          description ||
          'Searches the web by meaning and returns pages with their text. Takes a search query.',
        async ask(question, asking) {
          const body = {
            query: question,
            ...options,
            includeDomains: commaList(includeDomains),
            excludeDomains: commaList(excludeDomains),
            contents: { text: { maxCharacters: 2000 } },
          };
          const request = {
            service: 'Exa',
            url: 'https://api.exa.ai/search',
            headers: { 'x-api-key': key },
            body,
          };
          return asRecord(await askServiceJson({ ...request, secrets: [key] }, asking))['results'];
        },
      }),
    };
  },
});
