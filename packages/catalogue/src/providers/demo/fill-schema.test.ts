import type { JSONSchema7 } from '@ai-sdk/provider';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fillSchema } from './fill-schema.ts';
import { mentionedIn } from './mentioned.ts';

const now = new Date('2026-11-20T12:00:00Z');

function fill(schema: JSONSchema7, text: string): unknown {
  return fillSchema(schema, { mentioned: mentionedIn(text, now), fallbackText: 'An answer.', now });
}

const isValid = (schema: JSONSchema7, value: unknown) =>
  z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value).success;

describe('takes values out of the text', () => {
  it('for each kind of property', () => {
    const schema: JSONSchema7 = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        email: { type: 'string', format: 'email' },
        guests: { type: 'integer', minimum: 1 },
        date: { type: 'string', format: 'date' },
        time: { type: 'string' },
        area: { type: 'string', enum: ['inside', 'terrace'] },
        colour: { type: 'string' },
        vegetarian: { type: 'boolean' },
      },
      required: ['name'],
    };
    const text =
      'A table for 5 on the terrace next Monday at 7 pm, vegetarian. My name is Kim Solberg, kim@mail.test. The colour is green.';
    expect(fill(schema, text)).toEqual({
      name: 'Kim Solberg',
      email: 'kim@mail.test',
      guests: 5,
      date: '2026-11-23',
      time: '19:00',
      area: 'terrace',
      colour: 'green',
      vegetarian: true,
    });
  });

  it('and brings numbers into their bounds', () => {
    expect(fill({ type: 'integer', minimum: 1, maximum: 10 }, 'I give it 100 points')).toBe(10);
    expect(fill({ type: 'number', multipleOf: 5 }, '13')).toBe(15);
    expect(fill({ type: 'number', exclusiveMinimum: 0 }, 'nothing')).toBeGreaterThan(0);
  });

  it('follows references, and ends where a schema holds itself', () => {
    const schema = {
      type: 'object',
      properties: { next: { $ref: '#' }, id: { $ref: '#/definitions/id' } },
      required: ['id'],
      definitions: { id: { type: 'string', minLength: 12 } },
    } satisfies JSONSchema7;
    const value = fill(schema, 'x') as { id: string };
    expect(value.id.length).toBeGreaterThanOrEqual(12);
  });
});

const leaf: fc.Arbitrary<JSONSchema7> = fc.oneof(
  fc.constant<JSONSchema7>({ type: 'boolean' }),
  fc.constant<JSONSchema7>({ type: 'null' }),
  fc.record({ minLength: fc.nat(30), extra: fc.nat(30) }).map(
    ({ minLength, extra }): JSONSchema7 => ({
      type: 'string',
      minLength,
      maxLength: minLength + extra,
    }),
  ),
  fc.constantFrom<JSONSchema7>(
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'email' },
    { type: 'string', format: 'uuid' },
    { type: 'string', format: 'uri' },
    { type: 'string', pattern: '^[0-9]+$' },
    { type: 'string', pattern: '^[A-Z]{3}$' },
    { type: ['string', 'null'] },
  ),
  fc
    .uniqueArray(fc.string(), { minLength: 1, maxLength: 4 })
    .map((values): JSONSchema7 => ({ type: 'string', enum: values })),
  fc.record({ minimum: fc.integer({ min: -50, max: 50 }), span: fc.nat(100) }).map(
    ({ minimum, span }): JSONSchema7 => ({
      type: 'integer',
      minimum,
      maximum: minimum + span,
    }),
  ),
  fc.record({ minimum: fc.integer({ min: -50, max: 50 }), span: fc.nat(100) }).map(
    ({ minimum, span }): JSONSchema7 => ({
      type: 'number',
      exclusiveMinimum: minimum,
      maximum: minimum + span + 1,
    }),
  ),
);

const { schema: anySchema } = fc.letrec<{ schema: JSONSchema7 }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'schema' },
    leaf,
    fc
      .dictionary(
        fc.constantFrom('name', 'email', 'count', 'day', 'isOpen', 'answer', 'items'),
        tie('schema'),
      )
      .map(
        (properties): JSONSchema7 => ({
          type: 'object',
          properties,
          required: Object.keys(properties),
          additionalProperties: false,
        }),
      ),
    fc.record({ items: tie('schema'), minItems: fc.nat(3), extra: fc.nat(3) }).map(
      ({ items, minItems, extra }): JSONSchema7 => ({
        type: 'array',
        items,
        minItems,
        maxItems: minItems + extra,
      }),
    ),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf): JSONSchema7 => ({ anyOf })),
  ),
}));

describe('is always valid', () => {
  it('whatever the schema and the text', async () => {
    const texts = fc.oneof(
      fc.string(),
      fc.constant('Book 3 seats, a, b and c, on Monday at 10 for kim@mail.test'),
    );
    await fc.assert(
      fc.property(anySchema, texts, (schema, text) => isValid(schema, fill(schema, text))),
      { numRuns: 300, seed: 20 },
    );
  });
});
