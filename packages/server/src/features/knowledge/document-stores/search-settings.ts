import { chosenReranker, type SearchConfiguration } from '@tendril/contract/api/search-configuration';
import type { StoreRow } from './document-stores.store.ts';
import { readChoice } from './store-answer.ts';
import { refuse } from './store-nodes.ts';

const defaultTopK = 4;

type Settings = Required<SearchConfiguration>;

const numberIn = (given: unknown, least: number, most: number): number | undefined => {
  if (given === undefined || given === null || given === '') return undefined;
  const value = Number(given);
  return value >= least && value <= most ? value : undefined;
};

/** How many chunks the fields of a vector store ask for. */
export function topKIn(inputs: Record<string, unknown> | undefined): number | undefined {
  const given = Number(inputs?.['topK'] || Number.NaN);
  return Number.isInteger(given) && given >= 1 && given <= 200 ? given : undefined;
}

/** How a knowledge base is searched where a question says nothing else. */
export function searchSettings(store: Pick<StoreRow, 'vectorStoreConfig'>): Settings {
  const config = readChoice(store.vectorStoreConfig)?.config ?? {};
  const mode = config['searchMode'];
  return {
    mode: mode === 'vectors' || mode === 'words' ? mode : 'hybrid',
    wordWeight: numberIn(config['wordWeight'], 0, 1) ?? 0.5,
    topK: topKIn(config) ?? defaultTopK,
    minScore: numberIn(config['minScore'], -1, 1) ?? null,
    diversity: numberIn(config['diversity'], 0, 1) ?? 0,
    reranker: chosenReranker.safeParse(config['reranker']).data ?? null,
  };
}

/** The settings of the store, and what a question says besides. */
export function withSettings(
  store: Pick<StoreRow, 'vectorStoreConfig'>,
  { mode, wordWeight, topK, minScore, diversity, reranker }: SearchConfiguration,
): Settings {
  const settings = searchSettings(store);
  return {
    mode: mode ?? settings.mode,
    wordWeight: wordWeight ?? settings.wordWeight,
    topK: topK ?? settings.topK,
    minScore: minScore === undefined ? settings.minScore : minScore,
    diversity: diversity ?? settings.diversity,
    reranker: reranker === undefined ? settings.reranker : reranker,
  };
}

/** Throws INVALID_INPUT naming the field. */
export function requireSearchSettings(config: Readonly<Record<string, unknown>>): void {
  const { topK, searchMode, wordWeight, minScore, diversity, reranker } = config;
  const isBlank = (given: unknown) => given === undefined || given === null || given === '';
  const where = (name: string) => `vectorStoreConfig.${name}`;
  if (!isBlank(topK) && topKIn({ topK }) === undefined)
    throw refuse(where('topK'), 'must be a whole number from 1 to 200');
  if (!isBlank(searchMode) && !['hybrid', 'vectors', 'words'].includes(String(searchMode)))
    throw refuse(where('searchMode'), 'must be hybrid, vectors or words');
  if (!isBlank(wordWeight) && numberIn(wordWeight, 0, 1) === undefined)
    throw refuse(where('wordWeight'), 'must be a number from 0 to 1');
  if (!isBlank(minScore) && numberIn(minScore, -1, 1) === undefined)
    throw refuse(where('minScore'), 'must be a number from -1 to 1');
  if (!isBlank(diversity) && numberIn(diversity, 0, 1) === undefined)
    throw refuse(where('diversity'), 'must be a number from 0 to 1');
  if (!isBlank(reranker) && !chosenReranker.safeParse(reranker).success)
    throw refuse(where('reranker'), 'must be a reranker with its fields');
}
