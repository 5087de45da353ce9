import { expect, it } from 'vitest';
import { endpointWaitMs } from './turn-detector.ts';

it.each([
  [1, '', 300],
  [0, '', 1200],
  [0.52, 'I think', 732],
  [1, 'That is all.', 150],
  [1, '你好。', 150],
  [1, 'my number is', 1000],
  [1, 'My number is...', 1000],
  [1, 'it is 4 1 5', 1000],
  [1, 'five five five', 1000],
  [1, 'I would like um', 1000],
  [1, 'apples and', 1000],
  [1, 'the band', 300],
  [5, 'too much', 300],
  [-1, 'too little', 1200],
])('with responsiveness %f and the words "%s" it waits %i ms', (responsiveness, text, ms) => {
  expect(endpointWaitMs(responsiveness, text, 'en-US')).toBeCloseTo(ms, 6);
});

it('knows that more is coming in other languages', () => {
  expect(endpointWaitMs(1, 'meine Nummer ist', 'de-DE')).toBe(1000);
  expect(endpointWaitMs(1, 'mi número es', 'es-419')).toBe(1000);
  expect(endpointWaitMs(1, '番号は', 'ja-JP')).toBe(1000);
  expect(endpointWaitMs(1, 'мой номер', 'multi')).toBe(1000);
});
