import type { ChosenReranker, SearchConfiguration } from '@tendril/contract/api/search-configuration';

/** A configuration as its form holds it; '' is as saved. */
export interface ConfigurationDraft {
  mode: '' | NonNullable<SearchConfiguration['mode']>;
  wordWeight: string;
  topK: string;
  minScore: string;
  diversity: string;
  /** Undefined is as saved, null is none. */
  reranker: ChosenReranker | null | undefined;
}

export const savedConfiguration: ConfigurationDraft = {
  mode: '',
  wordWeight: '',
  topK: '',
  minScore: '',
  diversity: '',
  reranker: undefined,
};

export type NumberField = 'wordWeight' | 'topK' | 'minScore' | 'diversity';

export const bounds: Readonly<Record<NumberField, readonly [number, number]>> = {
  wordWeight: [0, 1],
  topK: [1, 200],
  minScore: [-1, 1],
  diversity: [0, 1],
};

/** The number fields that cannot be sent. */
export function wrongNumbers(draft: Pick<ConfigurationDraft, NumberField>): NumberField[] {
  return (['wordWeight', 'topK', 'minScore', 'diversity'] as const).filter((name) => {
    const text = draft[name].trim();
    if (text === '') return false;
    const value = Number(text);
    const [from, to] = bounds[name];
    return !(value >= from && value <= to) || (name === 'topK' && !Number.isInteger(value));
  });
}

/** The form in the server's words. */
export function toConfiguration({
  mode,
  wordWeight,
  topK,
  minScore,
  diversity,
  reranker,
}: ConfigurationDraft): SearchConfiguration {
  const given = (text: string) => text.trim() !== '';
  return {
    ...(mode !== '' && { mode }),
    ...(given(wordWeight) && { wordWeight: Number(wordWeight) }),
    ...(given(topK) && { topK: Number(topK) }),
    ...(given(minScore) && { minScore: Number(minScore) }),
    ...(given(diversity) && { diversity: Number(diversity) }),
    ...(reranker !== undefined && { reranker }),
  };
}
