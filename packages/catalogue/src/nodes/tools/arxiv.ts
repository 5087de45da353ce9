import type { RunContext } from '@tendril/contract/node/run-context';
import { implementNode } from '../../interfaces/implement-node.ts';
import { parseDocument } from '../../loading/parse-document.ts';
import { toToolName } from '../../text/tool-name.ts';
import { askService } from '../../tools/ask-service.ts';
import { boundedText } from '../../tools/bounded-text.ts';
import { searchTool } from '../../tools/search-tool.ts';

const service = 'arXiv';
const idPattern = /^(\d{4}\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?\/\d{7})(v\d+)?$/;

interface Paper {
  id: string;
  title: string;
  authors: string[];
  published: string;
  summary: string;
  pdf: string;
}

async function readFeed(xml: string): Promise<Paper[]> {
  const { load } = await import('cheerio/slim');
  const feed = load(xml, { xml: true });
  return feed('entry')
    .toArray()
    .map((element) => {
      const entry = feed(element);
      const text = (name: string) => entry.children(name).first().text().replace(/\s+/g, ' ').trim();
      const authors = entry.find('author > name').toArray();
      return {
        id: text('id'),
        title: text('title'),
        authors: authors.map((author) => feed(author).text().trim()),
        published: text('published').slice(0, 10),
        summary: text('summary'),
        pdf: entry.find('link[title="pdf"]').attr('href') ?? '',
      };
    });
}

async function* bytesOf(response: Response): AsyncGenerator<Uint8Array> {
  for await (const chunk of response.body ?? []) yield chunk as Uint8Array;
}

async function readPaper(
  { id, pdf }: Paper,
  most: number,
  { services, signal }: RunContext,
): Promise<string> {
  const response = await services.fetch(pdf.replace('http:', 'https:'), { signal });
  if (!response.ok) return `The paper could not be read (status ${response.status}).`;
  const source = { name: id, content: bytesOf(response), job: { format: 'pdf' } } as const;
  let text = '';
  for await (const page of parseDocument(source, signal)) {
    text += `${page.text}\n`;
    if (text.length > most) break;
  }
  return text;
}

function queryOf(question: string, most: number, longest: number): URLSearchParams {
  const ids = question.split(/[\s,]+/).filter(Boolean);
  const query: Record<string, string> = ids.every((id) => idPattern.test(id))
    ? { id_list: ids.join(',') }
    : { search_query: `all:${question.replace(/[:-]/g, ' ').slice(0, longest)}` };
  return new URLSearchParams({ ...query, start: '0', max_results: String(most) });
}

/** Lets a model look for papers. */
export const arxiv = implementNode({
  name: 'arxiv',
  icon: 'arxiv',
  description: 'Finds scientific papers on arXiv, and reads them.',

  async run(inputs, { nodeId }) {
    const { topKResults, maxQueryLength, docContentCharsMax, loadFullContent, continueOnFailure } = inputs;
    async function ask(question: string, context: RunContext): Promise<string> {
      const url = `https://export.arxiv.org/api/query?${queryOf(question, topKResults, maxQueryLength)}`;
      const papers = await readFeed(await askService({ service, url, headers: { accept: '*/*' } }, context));
      const texts: string[] = [];
      for (const paper of papers.slice(0, topKResults)) {
        const content = loadFullContent ? await readPaper(paper, docContentCharsMax, context) : paper.summary;
        const head = `Title: ${paper.title}\nAuthors: ${paper.authors.join(', ')}\nPublished: ${paper.published}`;
        texts.push(`${head}\nAddress: ${paper.id}\n${content}`);
      }
      return boundedText(texts.join('\n\n'), docContentCharsMax);
    }
    return {
      arxiv: searchTool({
        nodeId,
        name: toToolName(inputs.arxivName, 'arxiv_search'),
        property: 'query',
        description:
          inputs.arxivDescription ||
          'Finds scientific papers on arXiv. Takes words to look for, or the ids of papers.',
        async ask(question, context) {
          if (!continueOnFailure) return ask(question, context);
          return ask(question, context).catch((error: unknown) => {
            context.signal.throwIfAborted();
            return `The search failed: ${error instanceof Error ? error.message : String(error)}`;
          });
        },
      }),
    };
  },
});
