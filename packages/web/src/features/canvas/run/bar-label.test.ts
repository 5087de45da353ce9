import { expect, it } from 'vitest';
import { barLabel } from './bar-label.ts';

it('a label stands in its bar, after it, or nowhere', () => {
  expect(barLabel(10, { from: 0, to: 200, next: 300 }).place).toBe('inside');
  expect(barLabel(10, { from: 0, to: 5, next: 300 }).place).toBe('after');
  expect(barLabel(10, { from: 0, to: 5, next: 40 }).place).toBe('none');
});

it('bars over one another never write over each other', () => {
  const under = barLabel(10, { from: 0, to: 200, next: 60 });
  expect(under).toEqual({ place: 'inside', px: 60 });
  expect(barLabel(10, { from: 0, to: 200, next: 0 }).place).toBe('none');
  expect(barLabel(10, { from: 60, to: 70, before: 200, next: 600 }).place).toBe('none');
});
