import { expect, it } from 'vitest';
import * as z from 'zod';
import { plainSchema } from './plain-schema.ts';

it('keeps what describes an input, and drops what could be a trap', () => {
  const schema = plainSchema({
    type: 'object',
    required: ['a', 'gone'],
    properties: {
      a: { type: ['string', 'null'], description: 'A', pattern: '(a+)+$', format: 'email' },
      b: { type: 'array', items: { $ref: '#/$defs/Item' } },
      c: { enum: ['x', 1] },
      d: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    },
    $defs: { Item: { type: 'object', properties: { next: { $ref: '#/$defs/Item' } } } },
  });
  expect(schema).toMatchObject({
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'string', description: 'A' }, c: { enum: ['x', 1] } },
  });
  expect(JSON.stringify(schema)).not.toMatch(/pattern|format|\$ref/);
  expect(() => z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])).not.toThrow();
});

it.each([
  [null],
  ['text'],
  [[]],
  [{ type: 'string' }],
  [{ properties: 'x' }],
  [{ $ref: '#' }],
  [{ $ref: '#/a', a: { $ref: '#/a' } }],
  [{ $ref: 'https://evil.test/schema.json' }],
])('%j becomes an object without inputs', (given) => {
  expect(plainSchema(given)).toEqual({ type: 'object', properties: {} });
});

it('ends with a schema that is wide and deep', () => {
  let deep: object = { type: 'string' };
  for (let at = 0; at < 5000; at += 1) deep = { type: 'object', properties: { a: deep, b: deep, c: deep } };
  expect(JSON.stringify(plainSchema(deep)).length).toBeLessThan(200_000);
});
