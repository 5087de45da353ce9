import { expect, it } from 'vitest';
import { SpokenAnswer } from './spoken-answer.ts';

it('a growing answer is said sentence by sentence, and its rest once it is over', () => {
  const spoken = new SpokenAnswer();
  expect(spoken.next('a', 'We open', true)).toBe('');
  expect(spoken.next('a', 'We open at **seven**. On', true)).toBe('We open at seven.');
  expect(spoken.next('a', 'We open at **seven**. On Sundays', true)).toBeUndefined();
  expect(spoken.next('a', 'We open at **seven**. On Sundays at nine', false)).toBe('On Sundays at nine');
  expect(spoken.next('a', 'We open at **seven**. On Sundays at nine', false)).toBeUndefined();
});

it('an answer that was there when the page came is not said, and the next one silences it', () => {
  const spoken = new SpokenAnswer();
  expect(spoken.next('a', 'We are closed.', false)).toBe('');
  expect(spoken.next('b', 'Yes. And', true)).toBe('Yes.');
  expect(spoken.next('c', '', true)).toBe('');
});
