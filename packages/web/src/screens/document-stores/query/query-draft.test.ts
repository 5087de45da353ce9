import { expect, it } from 'vitest';
import { type QueryDraft, toQueryBody, wrongFields } from './query-draft.ts';

const draft = (changes: Partial<QueryDraft>): QueryDraft => ({
  question: 'When?',
  topK: '',
  minScore: '',
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
  expect(toQueryBody('s1', draft({ question: ' When? ' }))).toEqual({ storeId: 's1', query: 'When?' });
  const filters = [
    { key: 1, name: ' source ', value: 'a.pdf ' },
    { key: 2, name: ' ', value: 'lost' },
  ];
  expect(toQueryBody('s1', draft({ topK: '7', minScore: '0.2', filters }))).toEqual({
    storeId: 's1',
    query: 'When?',
    topK: 7,
    minScore: 0.2,
    filter: { source: 'a.pdf' },
  });
});
