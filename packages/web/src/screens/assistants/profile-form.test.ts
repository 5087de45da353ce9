import { expect, it } from 'vitest';
import { otherFields, toProfileChanges, toProfileForm } from './profile-form.ts';

const stored = { id: 'p1', name: 'Front desk', details: { tone: 'warm' }, colour: '#0a7', since: 2024 };

it('API-08, SP-05: a save sends only what was changed', () => {
  const before = toProfileForm(stored);
  expect(toProfileChanges(before, before)).toEqual({});
  expect(toProfileChanges({ ...before, description: 'Answers first' }, before)).toEqual({
    description: 'Answers first',
  });
  expect(toProfileChanges({ ...before, name: ' Reception ', details: '{"tone":"brisk"}' }, before)).toEqual({
    name: 'Reception',
    details: { tone: 'brisk' },
  });
});

it('emptied details are taken away, and details that are no JSON are refused', () => {
  const before = toProfileForm(stored);
  expect(toProfileChanges({ ...before, details: ' ' }, before)).toEqual({ details: null });
  expect(() => toProfileChanges({ ...before, details: '{bad' }, before)).toThrow(SyntaxError);
});

it('SP-03: fields that the form does not know are named, and stay out of what is sent', () => {
  expect(otherFields(stored)).toEqual(['colour', 'since']);
  expect(otherFields(undefined)).toEqual([]);
  expect(toProfileForm(undefined)).toEqual({ name: '', description: '', details: '' });
});
