import { expect, it } from 'vitest';
import { savedConfiguration, toConfiguration, wrongNumbers } from './configuration-draft.ts';

it('leaves to the store what nobody filled in', () => {
  expect(toConfiguration(savedConfiguration)).toEqual({});
  expect(wrongNumbers(savedConfiguration)).toEqual([]);
});

it('sends what was filled in, and none as none', () => {
  const draft = {
    mode: 'words',
    wordWeight: '0.7',
    topK: ' 5 ',
    minScore: '0',
    diversity: '0.5',
    reranker: null,
  } as const;
  expect(toConfiguration(draft)).toEqual({
    mode: 'words',
    topK: 5,
    minScore: 0,
    diversity: 0.5,
    wordWeight: 0.7,
    reranker: null,
  });
});

it('names the numbers that cannot be sent', () => {
  expect(wrongNumbers({ wordWeight: '', topK: '1.5', minScore: '2', diversity: 'x' })).toEqual([
    'topK',
    'minScore',
    'diversity',
  ]);
  expect(wrongNumbers({ wordWeight: '1', topK: '200', minScore: '-1', diversity: '1' })).toEqual([]);
});
