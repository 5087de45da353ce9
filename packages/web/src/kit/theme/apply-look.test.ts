import { expect, it } from 'vitest';
import { applyLook } from './apply-look.ts';

it('STATE-06, STATE-07, THEME-06, THEME-07: font family and border radius reach the tokens of the page', () => {
  const root = document.documentElement;
  const token = (name: string) => getComputedStyle(root).getPropertyValue(name).trim();
  applyLook(root, { fontFamily: "'Inter', sans-serif", borderRadius: 4 });
  expect(['--font', '--radius', '--radius-inner'].map(token)).toEqual(["'Inter', sans-serif", '4px', '3px']);
  applyLook(root, { fontFamily: "'Roboto', sans-serif", borderRadius: 12 });
  expect(['--font', '--radius', '--radius-inner'].map(token)).toEqual([
    "'Roboto', sans-serif",
    '12px',
    '8px',
  ]);
});
