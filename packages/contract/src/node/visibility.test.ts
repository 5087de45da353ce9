import { expect, it } from 'vitest';
import { isVisible } from './visibility.ts';

it('a parameter is shown when every value it asks for is there', () => {
  const input = { show: { mode: ['url', 'file'], isOn: true } };
  expect(isVisible(input, { mode: 'url', isOn: true })).toBe(true);
  expect(isVisible(input, { mode: 'text', isOn: true })).toBe(false);
  expect(isVisible(input, { mode: 'url' })).toBe(false);
});

it('a parameter is hidden when every value it names is there', () => {
  expect(isVisible({ hide: { mode: 'url' } }, { mode: 'url' })).toBe(false);
  expect(isVisible({ hide: { mode: 'url' } }, { mode: 'file' })).toBe(true);
  expect(isVisible({}, {})).toBe(true);
});
