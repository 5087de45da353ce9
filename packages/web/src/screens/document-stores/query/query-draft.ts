import type { queryDocumentStore } from '@tendril/contract/api/document-store-vectors';
import type { SentBody } from '@tendril/contract/api/endpoint';

export interface FilterRow {
  key: number;
  name: string;
  value: string;
}

/** A question as its form holds it. */
export interface QueryDraft {
  question: string;
  topK: string;
  minScore: string;
  filters: readonly FilterRow[];
}

export type QueryBody = SentBody<typeof queryDocumentStore>;

type QueryField = 'question' | 'topK' | 'minScore';

const isBlank = (text: string) => text.trim() === '';

/** The invalid fields. */
export function wrongFields({ question, topK, minScore }: QueryDraft): QueryField[] {
  const places = Number(topK);
  const score = Number(minScore);
  return [
    ...(isBlank(question) ? (['question'] as const) : []),
    ...(isBlank(topK) || (Number.isInteger(places) && places >= 1 && places <= 200)
      ? []
      : (['topK'] as const)),
    ...(isBlank(minScore) || (score >= -1 && score <= 1) ? [] : (['minScore'] as const)),
  ];
}

/** The form in the server's words; rows of the filter without a field count for nothing. */
export function toQueryBody(storeId: string, { question, topK, minScore, filters }: QueryDraft): QueryBody {
  const named = filters.filter(({ name }) => !isBlank(name));
  return {
    storeId,
    query: question.trim(),
    ...(!isBlank(topK) && { topK: Number(topK) }),
    ...(!isBlank(minScore) && { minScore: Number(minScore) }),
    ...(named.length > 0 && {
      filter: Object.fromEntries(named.map(({ name, value }) => [name.trim(), value.trim()])),
    }),
  };
}
