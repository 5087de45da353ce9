import { APICallError } from '@ai-sdk/provider';
import type { RunContext } from '@tendril/contract/node/run-context';
import { BoundedCache } from '../../model/bounded-cache.ts';
import { isTooLong } from '../../model/is-too-long.ts';
import { readRefusal } from '../../model/read-refusal.ts';
import { toModelError } from '../../model/vendor-error.ts';
import type { RankTexts } from '../../retrieval/ranked-retriever.ts';
import { type Rank, readRanks } from '../../retrieval/read-ranks.ts';
import { readLimited } from '../../text/read-limited.ts';

interface RerankServer {
  /** With or without `/rerank` at its end, and with or without a version before that. */
  address: string;
  apiKey: string | undefined;
  /** Servers of one model need none. */
  model: string | undefined;
}

/** How a server was found to be asked. */
interface Way {
  url: string;
  hasTexts: boolean;
  /** Most texts of one request. */
  most: number;
}

const provider = 'reranker';
const mostBytes = 2_000_000;
const usualMost = 1000;
/** The ways of servers, until the process ends. */
const known = new BoundedCache<Way>(200, () => 1);

/** The first is Cohere's and Jina's, and that of most servers; the second is of those that know `texts` only. */
function bodyOf(model: string | undefined, question: string, texts: string[], hasTexts: boolean): object {
  const query = { query: question };
  if (hasTexts) return { ...query, texts, raw_scores: false, return_text: false, truncate: true };
  return {
    ...query,
    ...(model && { model }),
    documents: texts,
    top_n: texts.length,
    return_documents: false,
  };
}

const statusOf = (error: unknown) => (APICallError.isInstance(error) ? error.statusCode : undefined);

/** Some servers answer with the model's raw numbers: the same order between 0 and 1, as others have it. */
function asShares(ranks: Rank[]): Rank[] {
  if (ranks.every(({ score }) => score >= 0 && score <= 1)) return ranks;
  return ranks.map(({ index, score }) => ({ index, score: 1 / (1 + Math.exp(-score)) }));
}

/** Asks any server with a `/rerank`, in the form that it is found to understand. Throws the errors of `toModelError`. */
export function rerankServer({ address, apiKey, model }: RerankServer): RankTexts {
  const key = `${address}\n${model ?? ''}`;
  const bare = address.replace(/\/rerank$/, '');
  // An address that ends with a version, or with the path itself, is meant as it is.
  const urls =
    bare !== address || /\/v\d+$/.test(bare) ? [`${bare}/rerank`] : [`${bare}/rerank`, `${bare}/v1/rerank`];
  const headers = {
    'content-type': 'application/json',
    ...(apiKey && { authorization: `Bearer ${apiKey}` }),
  };

  async function post({ url, hasTexts }: Way, question: string, texts: string[], context: RunContext) {
    const body = JSON.stringify(bodyOf(model, question, texts, hasTexts));
    const { signal } = context;
    const response = await context.services.fetch(url, { method: 'POST', headers, body, signal });
    if (!response.ok) throw await readRefusal(response, url, apiKey);
    const { text } = await readLimited(response, mostBytes);
    return readRanks(JSON.parse(text));
  }

  /** In as many requests as the server wants. */
  async function ask(way: Way, question: string, texts: string[], context: RunContext): Promise<Rank[]> {
    if (texts.length > way.most) {
      const first = await ask(way, question, texts.slice(0, way.most), context);
      const place = way.most;
      const rest = await ask(way, question, texts.slice(place), context);
      return [...first, ...rest.map(({ index, score }) => ({ index: index + place, score }))];
    }
    try {
      return await post(way, question, texts, context);
    } catch (error) {
      if (!isTooLong(error) || texts.length < 2) throw error;
      // The next question is asked in requests of this size at once.
      way.most = Math.ceil(texts.length / 2);
      return ask(way, question, texts, context);
    }
  }

  async function find(question: string, texts: string[], context: RunContext): Promise<Rank[]> {
    let failure: unknown;
    for (const url of urls) {
      for (const hasTexts of [false, true]) {
        const way = { url, hasTexts, most: usualMost };
        try {
          const ranks = await ask(way, question, texts, context);
          known.set(key, way);
          return ranks;
        } catch (error) {
          failure = error;
        }
        const status = statusOf(failure);
        if (status === 404 || status === 405) break;
        if (status !== 400 && status !== 422) throw failure;
      }
    }
    throw failure;
  }

  return async (question, texts, context) => {
    try {
      const way = known.get(key);
      const ranks = way ? await ask(way, question, texts, context) : await find(question, texts, context);
      return asShares(ranks).sort((left, right) => right.score - left.score);
    } catch (error) {
      throw toModelError(error, provider, context.signal, apiKey);
    }
  };
}
