import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { Embedder } from '@tendril/contract/provider/embedder';
import { implementNode } from '../../interfaces/implement-node.ts';
import { loadWebPages } from '../../loading/load-web-pages.ts';
import { askModel } from '../../model/ask-model.ts';
import { buildIndex, searchIndex } from '../../retrieval/memory-index.ts';
import { toPassages } from '../../text/passages.ts';
import { searchTool } from '../../tools/search-tool.ts';

const passagesRead = 4;
const description =
  'Reads a web page and answers about it. Takes its address, a comma, and what to find on the page; with the address alone the page is summed up.';

interface BrowserRequest {
  url: string;
  /** Left out, the page is summed up. */
  task: string;
}

/** Models quote both parts, or neither. */
function readRequest(input: string): BrowserRequest {
  const [, url = '', task = ''] = /^\s*"?\s*([^",\s]+)\s*"?\s*,?([\s\S]*)$/.exec(input) ?? [];
  return { url, task: task.trim().replace(/^"|"$/g, '').trim() };
}

async function readPage(url: string, context: RunContext): Promise<SourceDocument[]> {
  const pages = { url, method: undefined, limit: 1, selector: undefined };
  const found: SourceDocument[] = [];
  for await (const { documents } of loadWebPages(pages, context)) found.push(...documents);
  const { RecursiveCharacterTextSplitter } = await import('@langchain/textsplitters');
  const splitter = new RecursiveCharacterTextSplitter({ chunkSize: 2000, chunkOverlap: 200 });
  return splitter.splitDocuments(found);
}

/** The passages that have to do with a task, best first; those at the beginning without one. */
async function choose(
  passages: SourceDocument[],
  task: string,
  embeddings: Embedder,
  context: RunContext,
): Promise<SourceDocument[]> {
  if (task === '' || passages.length <= passagesRead) return passages.slice(0, passagesRead);
  const [vector] = await embeddings.embed([task], context);
  if (!vector) throw new AppError('NODE_FAILED', 'The embeddings gave no vector.');
  return searchIndex(await buildIndex(passages, embeddings, context), vector, passagesRead);
}

/** Lets a model ask about a web page. */
export const webBrowser = implementNode({
  name: 'webBrowser',
  icon: 'globe',
  description: 'Lets an agent ask a model about a web page.',

  async run({ model, embeddings }, { nodeId }) {
    return {
      webBrowser: searchTool({
        nodeId,
        name: 'web-browser',
        description,
        async ask(input, asking) {
          const { url, task } = readRequest(input);
          const passages = await choose(await readPage(url, asking), task, embeddings, asking);
          const wanted = task === '' ? 'Sum up the page.' : `Find on the page: ${task}`;
          const content = `Here are passages of the web page ${url}:\n\n${toPassages(passages, 1)}\n\n${wanted}`;
          const reply = await askModel(model, { messages: [{ role: 'user', content }] }, asking);
          return reply.text;
        },
      }),
    };
  },
});
