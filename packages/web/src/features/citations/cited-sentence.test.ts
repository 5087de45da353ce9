import { expect, it } from 'vitest';
import { citedSentence } from './cited-sentence.ts';

it('is the sentence that carries the mark', () => {
  expect(citedSentence('It opens at nine. It closes at six ')).toBe('It closes at six');
  expect(citedSentence('It opens at nine [1]. It closes at six')).toBe('It closes at six');
  expect(citedSentence('It costs 6.90 € by post')).toBe('It costs 6.90 € by post');
});

it('is the sentence before a mark that stands behind the point', () => {
  expect(citedSentence('It opens at nine. It closes at six. ')).toBe('It closes at six');
  expect(citedSentence('It opens at nine. It closes at six. [1] [2]')).toBe('It closes at six');
});

it('is found in scripts without spaces, and is empty where nothing stands before the mark', () => {
  expect(citedSentence('九時に開きます。六時に閉まります')).toBe('六時に閉まります');
  expect(citedSentence(' [1]')).toBe('');
});
