import type { searchDocumentStore } from '@tendril/contract/api/document-store-search';
import type { SentBody } from '@tendril/contract/api/endpoint';
import type { ChosenReranker } from '@tendril/contract/api/search-configuration';

export type QueryBody = SentBody<typeof searchDocumentStore>;
type SearchMode = NonNullable<QueryBody['mode']>;

/** How a field of the metadata is compared. */
export type FilterOperator =
  | 'is'
  | 'ne'
  | 'contains'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'in'
  | 'exists'
  | 'missing';

export interface FilterRow {
  key: number;
  name: string;
  operator: FilterOperator;
  value: string;
}

/** A question as its form holds it. */
export interface QueryDraft {
  mode: SearchMode;
  question: string;
  /** Of words, where both ways find. */
  wordWeight: string;
  topK: string;
  diversity: string;
  /** Undefined is as the store is configured, null is none. */
  reranker: ChosenReranker | null | undefined;
  minScore: string;
  filters: readonly FilterRow[];
  /** Tokens of somebody else as whom is asked. */
  as?: readonly string[] | undefined;
}

/** The fields that can be wrong. */
export type QueryField = 'question' | 'wordWeight' | 'topK' | 'minScore' | 'diversity';

const isBlank = (text: string) => text.trim() === '';

/** The invalid fields. */
export function wrongFields({ question, wordWeight, topK, minScore, diversity }: QueryDraft): QueryField[] {
  const places = Number(topK);
  const score = Number(minScore);
  const unlike = Number(diversity);
  const weight = Number(wordWeight);
  return [
    ...(isBlank(question) ? (['question'] as const) : []),
    ...(isBlank(topK) || (Number.isInteger(places) && places >= 1 && places <= 200)
      ? []
      : (['topK'] as const)),
    ...(isBlank(wordWeight) || (weight >= 0 && weight <= 1) ? [] : (['wordWeight'] as const)),
    ...(isBlank(minScore) || (score >= -1 && score <= 1) ? [] : (['minScore'] as const)),
    ...(isBlank(diversity) || (unlike >= 0 && unlike <= 1) ? [] : (['diversity'] as const)),
  ];
}

/** The form in the server's words; rows of the filter without a field count for nothing. */
export function toQueryBody(
  storeId: string,
  { question, mode, wordWeight, topK, minScore, diversity, reranker, filters, as }: QueryDraft,
): QueryBody {
  const named = filters.filter(({ name }) => !isBlank(name));
  return {
    storeId,
    query: question.trim(),
    mode,
    ...(as && { as: [...as] }),
    // Of one way alone there is nothing to weigh.
    ...(mode === 'hybrid' && !isBlank(wordWeight) && { wordWeight: Number(wordWeight) }),
    ...(!isBlank(topK) && { topK: Number(topK) }),
    ...(!isBlank(minScore) && { minScore: Number(minScore) }),
    ...(!isBlank(diversity) && { diversity: Number(diversity) }),
    ...(reranker !== undefined && { reranker }),
    ...(named.length > 0 && {
      filter: toFilter(named),
    }),
  };
}

type Filter = NonNullable<QueryBody['filter']>;

/** Conditions on one field all have to hold. */
function toFilter(rows: readonly FilterRow[]): Filter {
  const filter: Filter = {};
  for (const { name, operator, value } of rows) {
    const field = name.trim();
    const condition = conditionOf(operator, value.trim());
    const before = filter[field];
    filter[field] =
      typeof before === 'object' && typeof condition === 'object' ? { ...before, ...condition } : condition;
  }
  return filter;
}

function conditionOf(operator: FilterOperator, value: string): Filter[string] {
  switch (operator) {
    case 'is':
      return value;
    case 'in':
      return {
        in: value
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean),
      };
    case 'exists':
    case 'missing':
      return { exists: operator === 'exists' };
    default:
      return { [operator]: value };
  }
}
