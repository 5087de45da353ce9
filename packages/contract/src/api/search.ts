import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './id.ts';
import { studioPrefix } from './prefixes.ts';

/** What the search finds by name. */
const foundKind = z.enum([
  'flow',
  'pipeline',
  'assistant',
  'tool',
  'secret',
  'variable',
  'apiKey',
  'store',
  'template',
  'voice-agent',
]);
export type FoundKind = z.output<typeof foundKind>;

export const found = z.object({ kind: foundKind, id, name: z.string(), updatedAt: z.number() });
export type Found = z.output<typeof found>;

export const searchEverywhere = endpoint({
  method: 'GET',
  path: `${studioPrefix}/search`,
  auth: 'session',
  // Each kind takes its own permission.
  permits: 'member',
  tag: 'Server',
  summary: 'Everything of the workspace whose name holds a text; the best of each kind.',
  query: z.strictObject({ q: z.string().trim().min(1).max(200) }),
  response: z.array(found),
});
