import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import * as z from 'zod';
import { flatMetadata } from '../retrieval/flat-metadata.ts';
import type { VectaraAccount } from './vectara-api.ts';

interface VectaraSearch {
  filter?: string | undefined;
  sentencesBefore?: number | undefined;
  sentencesAfter?: number | undefined;
  /** The weight of words beside meaning, 0 to 1. */
  lambda?: number | undefined;
  mmrK?: number | undefined;
  mmrDiversityBias?: number | undefined;
}

const values = z.record(z.string(), z.unknown()).nullish();
const results = z.object({
  summary: z.string().nullish(),
  search_results: z.array(
    z.object({
      text: z.string(),
      score: z.number(),
      document_id: z.string().optional(),
      part_metadata: values,
      document_metadata: values,
    }),
  ),
});

/** What Vectara is asked to find; `count` after its own reranking. */
function vectaraSearchBody({ corpora }: VectaraAccount, search: VectaraSearch, count: number) {
  const { filter, lambda, sentencesBefore = 2, sentencesAfter = 2, mmrK, mmrDiversityBias } = search;
  return {
    corpora: corpora.map((key) => ({
      corpus_key: key,
      ...(filter && { metadata_filter: filter }),
      ...(lambda !== undefined && { lexical_interpolation: lambda }),
    })),
    limit: mmrK ? Math.max(mmrK, count) : count,
    context_configuration: { sentences_before: sentencesBefore, sentences_after: sentencesAfter },
    ...(mmrK && { reranker: { type: 'mmr', diversity_bias: mmrDiversityBias ?? 0.3, limit: count } }),
  };
}

type Result = z.output<typeof results>['search_results'][number];

const toPassage = (one: Result) => ({
  ...(one.document_id !== undefined && { id: one.document_id }),
  pageContent: one.text,
  metadata: { ...one.document_metadata, ...one.part_metadata },
  score: one.score,
});

/** Corpora of Vectara, which makes the vectors itself. */
export function vectaraStore(account: VectaraAccount, search: VectaraSearch): OutsideStore {
  const { ask, corpora } = account;
  const path = `/corpora/${encodeURIComponent(corpora[0])}/documents`;
  return {
    name: 'Vectara',
    embedsItself: true,
    async insert(passages, context) {
      for (const { id, pageContent, metadata } of passages) {
        const flat = flatMetadata(metadata, '_');
        const parts = [{ text: pageContent, metadata: flat }];
        // A document is written once: what was there under the same text and metadata is the same.
        await ask(`${path}/${id}`, { method: 'DELETE', mayBeMissing: true }, context);
        await ask(path, { body: { id, type: 'core', metadata: flat, document_parts: parts } }, context);
      }
    },
    async search({ text, count }, context) {
      const body = { query: text, search: vectaraSearchBody(account, search, count) };
      const found = await ask('/query', { body, shape: results }, context);
      return found.search_results.map(toPassage);
    },
    async answer({ question, prompt, language, count }, context) {
      const generation = {
        generation_preset_name: prompt,
        max_used_search_results: count,
        response_language: language,
      };
      const body = { query: question, search: vectaraSearchBody(account, search, count), generation };
      const found = await ask('/query', { body, shape: results }, context);
      return { text: found.summary ?? '', documents: found.search_results.map(toPassage) };
    },
    async remove(ids, context) {
      for (const id of ids) await ask(`${path}/${id}`, { method: 'DELETE', mayBeMissing: true }, context);
    },
  };
}
