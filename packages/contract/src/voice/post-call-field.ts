import * as z from 'zod';

/** What is extracted from a finished call; the names are Retell's, in camelCase. */
export const postCallFieldTypes = [
  { type: 'string', label: 'Text' },
  { type: 'enum', label: 'Selection' },
  { type: 'boolean', label: 'Boolean' },
  { type: 'number', label: 'Number' },
] as const;

export const postCallField = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  type: z.enum(['string', 'enum', 'boolean', 'number']),
  name: z.string().max(64, 'must have at most 64 characters'),
  description: z.string().max(2000, 'must have at most 2000 characters'),
  /** Of a Selection. */
  choices: z.array(z.string().max(200)).max(50, 'must have at most 50 choices'),
  examples: z.array(z.string().max(500)).max(20, 'must have at most 20 examples'),
  /** A call in which it is not found counts as unsuccessful. */
  isRequired: z.boolean(),
});
export type PostCallField = z.output<typeof postCallField>;
export type PostCallFieldType = PostCallField['type'];
