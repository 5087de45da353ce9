import { expect, it } from 'vitest';
import { type FilterOperator, type QueryDraft, toQueryBody, wrongFields } from './query-draft.ts';

const draft = (changes: Partial<QueryDraft>): QueryDraft => ({
  question: 'When?',
  mode: 'hybrid',
  wordWeight: '',
  topK: '',
  minScore: '',
  diversity: '',
  reranker: undefined,
  filters: [],
  ...changes,
});

it('each wrong field is named, and empty ones mean the usual', () => {
  expect(wrongFields(draft({}))).toEqual([]);
  expect(wrongFields(draft({ question: ' ', topK: '0', minScore: '2' }))).toEqual([
    'question',
    'topK',
    'minScore',
  ]);
  for (const topK of ['1.5', 'x', '201', '-1']) expect(wrongFields(draft({ topK })), topK).toEqual(['topK']);
  expect(wrongFields(draft({ topK: '200', minScore: '-1' }))).toEqual([]);
});

it('only what was filled in is sent', () => {
  expect(toQueryBody('s1', draft({ question: ' When? ' }))).toEqual({
    storeId: 's1',
    query: 'When?',
    mode: 'hybrid',
  });
  const filters = [
    { key: 1, name: ' source ', operator: 'is' as const, value: 'a.pdf ' },
    { key: 2, name: ' ', operator: 'is' as const, value: 'lost' },
  ];
  expect(toQueryBody('s1', draft({ topK: '7', minScore: '0.2', filters }))).toEqual({
    storeId: 's1',
    query: 'When?',
    mode: 'hybrid',
    topK: 7,
    minScore: 0.2,
    filter: { source: 'a.pdf' },
  });
});

it('conditions are sent as comparisons, and those on one field together', () => {
  const row = (key: number, name: string, operator: FilterOperator, value = '') => ({
    ...{ key, name, operator, value },
  });
  const filters = [
    row(1, 'year', 'gte', '2020'),
    row(2, 'year', 'lt', ' 2024 '),
    row(3, 'kind', 'in', 'a, b,'),
    row(4, 'note', 'missing'),
    row(5, 'title', 'contains', 'pump'),
  ];
  expect(toQueryBody('s1', draft({ filters, diversity: '0.5', reranker: null }))).toMatchObject({
    diversity: 0.5,
    reranker: null,
    filter: {
      year: { gte: '2020', lt: '2024' },
      kind: { in: ['a', 'b'] },
      note: { exists: false },
      title: { contains: 'pump' },
    },
  });
});

it('the weight of words is sent where both ways find, and has to be between 0 and 1', () => {
  expect(toQueryBody('s', draft({ wordWeight: '0.8' }))).toMatchObject({
    wordWeight: 0.8,
  });
  expect(toQueryBody('s', draft({ mode: 'words', wordWeight: '0.8' }))).not.toHaveProperty('wordWeight');
  expect(wrongFields(draft({ wordWeight: '2' }))).toEqual(['wordWeight']);
});
