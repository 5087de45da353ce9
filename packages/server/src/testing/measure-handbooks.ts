import { makeHandbooks } from '@tendril/catalogue/testing/corpus/make-handbooks';

type Method = 'GET' | 'POST';

/** Sends a request of knowledge bases; the path is below `document-store/`. */
export type KnowledgeCall = <T>(method: Method, path: string, body?: object) => Promise<T>;

/** How documents are cut and searched. */
export interface HandbookWay {
  splitter: { name: string; config: object };
  mode: 'hybrid' | 'vectors';
}

interface Run {
  id: string;
  state: string;
  error: string | null;
  figures: { ndcg: { value: number } } | null;
  results: { question: string; ndcg: number }[];
}

const seed = 13;
const handbookCount = 12;

/** nDCG@10 of each made question to made handbooks, in one way to cut and search them. */
export async function measureHandbooks(
  call: KnowledgeCall,
  { splitter, mode }: HandbookWay,
): Promise<{ question: string; document: string; ndcg: number }[]> {
  const { handbooks, questions } = makeHandbooks(seed, handbookCount);
  const { id } = await call<{ id: string }>('POST', 'store', { name: `${splitter.name} ${mode}` });
  for (const { name: source, text } of handbooks)
    await call('POST', `upsert/${id}`, {
      loader: { name: 'plainText', config: { text } },
      ...{ splitter, metadata: { source } },
    });
  const entries = questions.map(({ question, passage, source }) => ({
    question,
    expected: [{ text: passage, source }],
  }));
  const file = { format: 'json', text: JSON.stringify(entries) };
  await call('POST', `measures/${id}/cases/import`, file);
  const started = await call<Run>('POST', `measures/${id}/runs`, { configuration: { mode, topK: 10 } });
  const sources = new Map(questions.map(({ question, source }) => [question, source]));
  for (;;) {
    const run = await call<Run>('GET', `measures/${id}/runs/${started.id}`);
    if (run.state === 'done')
      return run.results.map(({ question, ndcg }) => ({
        question,
        ndcg,
        document: sources.get(question) ?? '',
      }));
    if (run.state === 'failed') throw new Error(run.error ?? 'The measurement failed.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
