import { asRecord } from './as-record.ts';
import { foundPages } from './found-pages.ts';

const texts = (...values: unknown[]) => values.filter((value) => typeof value === 'string' && value !== '');

/** What a page of Google's results says, as SerpApi and SearchApi return it: the direct answer first, then the pages. */
export function resultPageAnswer(body: unknown): unknown {
  const page = asRecord(body);
  const box = asRecord(page['answer_box']);
  const graph = asRecord(page['knowledge_graph']);
  const [answer] = texts(box['answer'], box['result'], box['snippet'], graph['description']);
  const results = foundPages(page['organic_results']);
  if (answer === undefined) return results;
  return { answer, results };
}
