import { implementNode } from '../../interfaces/implement-node.ts';
import { checkAddress, toHeaders } from '../../model/address.ts';
import { readJson } from '../../text/read-json.ts';
import { toToolName } from '../../text/tool-name.ts';
import { asRecord } from '../../tools/as-record.ts';
import { askService } from '../../tools/ask-service.ts';
import { foundPages } from '../../tools/found-pages.ts';
import { readHtmlText } from '../../tools/read-html-text.ts';
import { searchTool } from '../../tools/search-tool.ts';

const optionNames = [
  'format',
  'categories',
  'engines',
  'language',
  'pageno',
  'time_range',
  'safesearch',
] as const;

function answerOf(text: string): unknown {
  const { answers, infoboxes, results } = asRecord(readJson(text));
  const pages = foundPages(results, 'url', 'content');
  const direct = Array.isArray(answers) ? answers : [];
  const boxes = Array.isArray(infoboxes) ? infoboxes.map((box) => asRecord(box)['content']) : [];
  return direct.length + boxes.length > 0 ? { answers: [...direct, ...boxes], results: pages } : pages;
}

/** Search with SearXNG. */
export const searXNG = implementNode({
  name: 'searXNG',
  icon: 'searxng',
  description: 'Searches with a SearXNG server of your own.',

  async run(inputs, context) {
    const base = checkAddress(inputs.apiBase, 'Base URL');
    const headers = toHeaders(inputs.headers, 'Headers');
    return {
      searXNG: searchTool({
        nodeId: context.nodeId,
        name: toToolName(inputs.toolName, 'searxng-search'),
        description:
          inputs.toolDescription ||
          'Searches the web. Use it for questions about current events. Takes a search query.',
        async ask(question, asking) {
          const query = new URLSearchParams({ q: question });
          for (const name of optionNames)
            if (inputs[name] !== undefined) query.set(name, String(inputs[name]));
          const url = `${base}/search?${query}`;
          const text = await askService(
            { service: 'SearXNG', url, headers, secrets: Object.values(headers ?? {}) },
            asking,
          );
          return inputs.format === 'html'
            ? readHtmlText(text, { url, selector: '.result' }, asking)
            : answerOf(text);
        },
      }),
    };
  },
});
