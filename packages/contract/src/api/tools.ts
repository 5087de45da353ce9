import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, timestamp } from './id.ts';
import { studioPrefix } from './prefixes.ts';
import { namedUse } from './variables.ts';

const tag = 'Tools';
const path = `${studioPrefix}/tools`;

/** A user's tool: JSON text of its input schema, and a JavaScript body that runs in the sandbox. */
export const tool = z.object({
  id,
  name: z.string(),
  description: z.string(),
  color: z.string(),
  iconSrc: z.string(),
  schema: z.string(),
  func: z.string(),
  usedBy: z.array(namedUse),
  /** When a flow last called it; null: not yet. */
  lastRunAt: timestamp.nullable(),
  lastRunFailed: z.boolean(),
  createdDate: z.string(),
  updatedDate: z.string(),
});
export type StoredToolAnswer = z.output<typeof tool>;

/** A valid tool name for models. */
export const toolNamePattern = /^[A-Za-z0-9_-]{1,64}$/;

// Without defaults, for changes: a key that is left out stays as it is stored.
const toolFields = z.strictObject({
  name: z.string().regex(toolNamePattern, 'must be 1 to 64 letters, digits, "_" or "-"'),
  description: z.string().trim().min(1, 'must not be empty').max(4000),
  color: z.string().max(200),
  iconSrc: z.string().max(40_000),
  schema: z.string().max(200_000),
  func: z.string().max(200_000),
});
const { color, iconSrc, schema, func } = toolFields.shape;
export const toolBody = toolFields.extend({
  color: color.default(''),
  iconSrc: iconSrc.default(''),
  schema: schema.default('[]'),
  func: func.default(''),
});

export const listTools = endpoint({
  method: 'GET',
  path,
  auth: 'sessionOrKey',
  permits: 'tools:read',
  tag,
  summary: 'Custom tools.',
  response: z.array(tool),
});
export const readTool = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  auth: 'sessionOrKey',
  permits: 'tools:read',
  tag,
  summary: 'One custom tool.',
  params: idParams,
  response: tool,
});
export const createTool = endpoint({
  method: 'POST',
  path,
  auth: 'sessionOrKey',
  permits: 'tools:edit',
  tag,
  summary: 'Adds a custom tool.',
  body: toolBody,
  response: tool,
});
export const updateTool = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  auth: 'sessionOrKey',
  permits: 'tools:edit',
  tag,
  summary: 'Changes a custom tool.',
  params: idParams,
  body: toolFields.partial(),
  response: tool,
});
export const deleteTool = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth: 'sessionOrKey',
  permits: 'tools:edit',
  tag,
  summary: 'Deletes a custom tool.',
  params: idParams,
});
