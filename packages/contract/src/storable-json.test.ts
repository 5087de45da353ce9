import { expect, it } from 'vitest';
import { storableJson } from './storable-json.ts';

it('is the JSON of the value, without NUL signs and halves of signs, in names too', () => {
  const plain = { a: [1, null, 'Straße 😀'], b: { c: true } };
  expect(storableJson(plain)).toBe(JSON.stringify(plain));
  expect(JSON.parse(storableJson({ 'a\0b': ['x\0y', '\ud800z', { deep: '😀'.slice(0, 1) }] }))).toEqual({
    ab: ['xy', '\ufffdz', { deep: '\ufffd' }],
  });
});

it('keeps a text that speaks of such signs', () => {
  const spoken = { title: 'What \\u0000 and \\ud800 mean', path: ['C:\\u0000'] };
  expect(JSON.parse(storableJson(spoken))).toEqual(spoken);
});
