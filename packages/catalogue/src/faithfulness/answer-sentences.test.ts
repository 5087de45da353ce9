import { expect, it } from 'vitest';
import { answerSentences } from './answer-sentences.ts';

it('sentences of an answer are taken as they stand in its Markdown', () => {
  const answer = [
    '## Opening hours',
    '',
    'The library opens at **nine** [1]. Dogs wait in the garden.',
    'What else would you like to know?',
    '',
    '- Keys are kept by the porter.',
    '  1. Bread is baked on Mondays.',
    '> It rained in *June*.',
    'For example:',
    '```js',
    'const opening = "nine o clock";',
    '```',
    '| Item | Price |',
    '| --- | ---: |',
    '| Climbing rope | 12 |',
    'Yes.',
  ].join('\n');
  expect(answerSentences(answer)).toEqual([
    'The library opens at **nine** [1].',
    'Dogs wait in the garden.',
    'Keys are kept by the porter.',
    'Bread is baked on Mondays.',
    'It rained in *June*.',
    '| Climbing rope | 12 |',
  ]);
});

it('sentences end where their language ends them', () => {
  expect(answerSentences('图书馆九点开门。狗必须在花园里等待。')).toEqual([
    '图书馆九点开门。',
    '狗必须在花园里等待。',
  ]);
});

it('a fence that is never closed, and one line of marks, take no longer than the text is', () => {
  expect(answerSentences(`\`\`\`\n${'a sentence in code. '.repeat(2000)}`)).toEqual([]);
  expect(answerSentences('> '.repeat(50_000))).toEqual([]);
});
