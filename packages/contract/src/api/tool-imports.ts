import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { studioPrefix } from './prefixes.ts';
import { tool, toolBody } from './tools.ts';

const tag = 'Tools';
const path = `${studioPrefix}/tools/import`;

/** Largest API description, in characters. */
export const maxDescriptionCharacters = 4_000_000;

/** A config variable that generated code reads: a token, a key. */
const neededVariable = z.object({ name: z.string(), isThere: z.boolean() });
export type NeededVariable = z.output<typeof neededVariable>;

/** A proposed tool; nothing is stored yet. */
const toolDraft = z.object({
  name: z.string(),
  description: z.string(),
  schema: z.string(),
  func: z.string(),
});
export type ToolDraft = z.output<typeof toolDraft>;

const operation = toolDraft.extend({
  method: z.string(),
  path: z.string(),
  /** Deprecated by the vendor. */
  isDeprecated: z.boolean(),
  /** What of the operation could not be imported. */
  remarks: z.array(z.string()),
});
export type OfferedOperation = z.output<typeof operation>;

export const readOpenApi = endpoint({
  method: 'POST',
  path: `${path}/openapi`,
  auth: 'session',
  permits: 'tools:edit',
  tag,
  summary: 'Reads an OpenAPI description, JSON or YAML, and answers a tool for each operation.',
  body: z
    .strictObject({
      url: z
        .url({ protocol: /^https?$/, error: 'must be an http or https address' })
        .max(2000)
        .optional(),
      text: z.string().min(1, 'must not be empty').max(maxDescriptionCharacters).optional(),
      /** Replaces the server address in the description. */
      baseUrl: z
        .url({ protocol: /^https?$/, error: 'must be an http or https address' })
        .max(2000)
        .optional(),
    })
    .refine(({ url, text }) => (url === undefined) !== (text === undefined), {
      path: ['url'],
      message: 'give either an address or a text',
    })
    .meta({
      examples: [
        {
          text: 'openapi: 3.0.0\ninfo: { title: Shop, version: "1" }\npaths: { /orders: { get: { operationId: listOrders } } }\nservers: [{ url: https://api.example.com }]',
        },
      ],
    }),
  response: z.object({
    title: z.string(),
    version: z.string(),
    baseUrl: z.string(),
    operations: z.array(operation),
    /** How many more operations the description has. */
    leftOut: z.number(),
    variables: z.array(neededVariable),
  }),
  bodyLimit: 2 * maxDescriptionCharacters,
});

export const readCurl = endpoint({
  method: 'POST',
  path: `${path}/curl`,
  auth: 'session',
  permits: 'tools:edit',
  tag,
  summary: 'Turns a curl command into a tool that makes the same request.',
  body: z.strictObject({
    command: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(100_000)
      .meta({ examples: ['curl https://api.example.com/orders?id=7'] }),
  }),
  response: z.object({
    draft: toolDraft,
    remarks: z.array(z.string()),
    variables: z.array(neededVariable),
  }),
});

export const importTools = endpoint({
  method: 'POST',
  path: `${path}/tools`,
  auth: 'session',
  permits: 'tools:edit',
  tag,
  summary: 'Adds several tools at once, all or none; a taken name gets a number.',
  body: z.strictObject({ tools: z.array(toolBody).min(1, 'must not be empty').max(200) }),
  response: z.array(tool),
  bodyLimit: 10 * 1024 * 1024,
});

export const importToolFiles = endpoint({
  method: 'POST',
  path: `${path}/files`,
  auth: 'session',
  permits: 'tools:edit',
  tag,
  summary: 'Adds the tools of exported files; a file that is no tool is named with the field at fault.',
  body: z.strictObject({
    files: z
      .array(z.strictObject({ name: z.string().max(255), text: z.string().max(1_000_000) }))
      .min(1, 'must not be empty')
      .max(50),
  }),
  response: z.object({
    imported: z.array(tool),
    refused: z.array(z.object({ file: z.string(), path: z.string(), message: z.string() })),
  }),
  bodyLimit: 10 * 1024 * 1024,
});
