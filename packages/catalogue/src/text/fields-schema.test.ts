import { expect, it } from 'vitest';
import { fieldsSchema } from './fields-schema.ts';

it('turns the grid of a custom tool into a JSON schema, with only the required fields required', () => {
  const rows = [
    { property: 'city', type: 'string', description: 'Where', required: true },
    { property: 'days', type: 'number', description: '', required: false },
    { property: '', type: 'string' },
  ];
  expect(fieldsSchema(rows, 'property')).toEqual({
    type: 'object',
    properties: { city: { type: 'string', description: 'Where' }, days: { type: 'number' } },
    required: ['city'],
    additionalProperties: false,
  });
});

it('turns the grid of a pipeline step into a schema whose fields are all required', () => {
  const rows = [
    { key: 'mood', type: 'Enum', enumValues: 'glad, sad', description: 'How it sounds' },
    { key: 'tags', type: 'String Array' },
    { key: 'sure', type: 'Boolean' },
  ];
  expect(fieldsSchema(rows, 'key')).toMatchObject({
    properties: {
      mood: { type: 'string', enum: ['glad', 'sad'] },
      tags: { type: 'array', items: { type: 'string' } },
      sure: { type: 'boolean' },
    },
    required: ['mood', 'tags', 'sure'],
  });
});
