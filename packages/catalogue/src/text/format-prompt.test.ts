import { describe, expect, it } from 'vitest';
import { formatPrompt, promptPlaces } from './format-prompt.ts';

describe('formatPrompt', () => {
  it('fills places by name, values that are no text as JSON', () => {
    const text = formatPrompt('Dear {name}, {count} of {list}.', { name: 'Ada', count: 2, list: ['a', 'b'] });
    expect(text).toBe('Dear Ada, 2 of ["a","b"].');
  });

  it('CANVAS-10: leaves empty braces and braces with a colon as they are', () => {
    expect(formatPrompt('{} {"a": 1} {name}', { name: 'x' })).toBe('{} {"a": 1} x');
  });

  it('reads doubled braces as braces, around a place too', () => {
    expect(formatPrompt('{{name}} {{{name}}}', { name: 'x' })).toBe('{name} {x}');
  });

  it('leaves the closing braces of nested JSON alone', () => {
    expect(formatPrompt('{"a": {"b": {"c": 1}}}', {})).toBe('{"a": {"b": {"c": 1}}}');
  });

  it('does not read a value again that looks like a place', () => {
    expect(formatPrompt('{a}', { a: '{b}', b: 'no' })).toBe('{b}');
  });

  it('names the place that has no value, unless it may stay', () => {
    expect(() => formatPrompt('Hi {who}', {})).toThrow('{who}');
    expect(formatPrompt('Hi {who}', {}, 'keep')).toBe('Hi {who}');
  });

  it('does not take inherited properties for values', () => {
    expect(() => formatPrompt('{constructor}', {})).toThrow('{constructor}');
  });
});

describe('promptPlaces', () => {
  it('CANVAS-09: lists the places once each, in order', () => {
    expect(promptPlaces('{b} {a} {b} {{c}} {d: 1} {}')).toEqual(['b', 'a']);
  });
});
