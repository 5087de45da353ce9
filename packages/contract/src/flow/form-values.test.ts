import { describe, expect, it } from 'vitest';
import { checkFormValues, type FormField } from './form-values.ts';

const fields: FormField[] = [
  { name: 'topic', label: 'Topic', type: 'string', options: [] },
  { name: 'count', label: 'Count', type: 'number', options: [] },
  { name: 'isUrgent', label: 'Urgent', type: 'boolean', options: [] },
  { name: 'tone', label: 'Tone', type: 'options', options: ['warm', 'dry'] },
];

describe('the values of a form', () => {
  it('come in the types of their fields, whatever a browser has made of them', () => {
    expect(checkFormValues(fields, { topic: 'tea', count: ' 3 ', isUrgent: 'true', tone: 'dry' })).toEqual({
      values: { topic: 'tea', count: 3, isUrgent: true, tone: 'dry' },
      problems: {},
    });
  });

  it('may leave out text and a tick, but no number and no choice', () => {
    expect(checkFormValues(fields, {})).toEqual({
      values: { topic: '', isUrgent: false },
      problems: { count: 'number', tone: 'choice' },
    });
  });

  it('are refused by name', () => {
    const given = { topic: ['a'], count: 'many', tone: 'loud', extra: 1, __proto__: null };
    expect(checkFormValues(fields, given).problems).toEqual({
      topic: 'text',
      count: 'number',
      tone: 'choice',
      extra: 'unknown',
    });
    expect(checkFormValues(fields, { topic: 'x'.repeat(100_001) }).problems['topic']).toBe('long');
  });
});
