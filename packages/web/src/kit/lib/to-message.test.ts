import { expect, it } from 'vitest';
import { toMessage } from './to-message.ts';

it('ERR-04: every kind of thrown value becomes a string', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  for (const thrown of [new Error('e'), 's', 1, null, undefined, { a: 1 }, circular, Symbol('x'), 10n]) {
    expect(typeof toMessage(thrown)).toBe('string');
  }
});

it('ERR-05: a thrown object with a text message is used as it is', () => {
  expect(toMessage({ message: 'm' })).toBe('m');
  expect(toMessage(new Error('broken'))).toBe('broken');
});

it('ERR-06: any other value is turned into JSON text', () => {
  expect(toMessage({ a: 1 })).toBe('{"a":1}');
  expect(toMessage('s')).toBe('"s"');
  expect(toMessage({ message: 5 })).toBe('{"message":5}');
});

it('ERR-07: a value that JSON refuses is turned into a string', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  expect(toMessage(circular)).toBe('[object Object]');
});
