import { implementNode } from '../../interfaces/implement-node.ts';
import { asRecord } from '../../tools/as-record.ts';
import { askServiceJson } from '../../tools/ask-service.ts';
import { commaList } from '../../tools/comma-list.ts';
import { readSecret } from '../../tools/read-secret.ts';
import { searchTool } from '../../tools/search-tool.ts';

/** Search with Tavily. */
export const tavilyAPI = implementNode({
  name: 'tavilyAPI',
  icon: 'tavily',
  description: 'Searches the web with Tavily, in texts prepared for models.',

  async run(inputs, context) {
    const key = await readSecret(context, 'tavilyApiKey', 'Tavily');
    const options = {
      topic: inputs.topic,
      search_depth: inputs.searchDepth,
      // Both are refused where they make no sense.
      ...(inputs.searchDepth === 'advanced' && { chunks_per_source: inputs.chunksPerSource }),
      ...(inputs.topic === 'news' && { days: inputs.days }),
      max_results: inputs.maxResults,
      time_range: inputs.timeRange,
      include_answer: inputs.includeAnswer,
      include_raw_content: inputs.includeRawContent,
      include_images: inputs.includeImages,
      include_image_descriptions: inputs.includeImageDescriptions,
      include_domains: commaList(inputs.includeDomains),
      exclude_domains: commaList(inputs.excludeDomains),
    };
    return {
      tavilyAPI: searchTool({
        nodeId: context.nodeId,
        name: 'tavily-search',
        property: 'query',
        description: 'Searches the web. Use it for questions about current events. Takes a search query.',
        async ask(question, asking) {
          const url = 'https://api.tavily.com/search';
          const headers = { authorization: `Bearer ${key}` };
          const body = { query: question, ...options };
          const answer = await askServiceJson(
            { service: 'Tavily', url, headers, body, secrets: [key] },
            asking,
          );
          const { answer: direct, images, results } = asRecord(answer);
          return direct || (Array.isArray(images) && images.length > 0)
            ? { answer: direct, images, results }
            : results;
        },
      }),
    };
  },
});
