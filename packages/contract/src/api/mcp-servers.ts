import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, timestamp } from './id.ts';
import { studioPrefix } from './prefixes.ts';
import { namedUse } from './variables.ts';

const tag = 'MCP servers';
const path = `${studioPrefix}/mcp-servers`;

/** A tool that an MCP server offers; agents get it once it is enabled. */
const mcpTool = z.object({
  name: z.string(),
  description: z.string(),
  isOn: z.boolean(),
  /** Its description or input has changed since it was enabled. */
  isChanged: z.boolean(),
  /** Names of its inputs, the required ones marked. */
  inputs: z.array(z.object({ name: z.string(), isRequired: z.boolean() })),
});
export type McpTool = z.output<typeof mcpTool>;

const auth = z.enum(['none', 'bearer', 'header']);

/** An MCP server over HTTP. Its secret never leaves our server. */
export const mcpServer = z.object({
  id,
  name: z.string(),
  url: z.string(),
  auth,
  headerName: z.string(),
  hasSecret: z.boolean(),
  status: z.enum(['new', 'connected', 'failed']),
  /** Why the last attempt to reach it failed. */
  lastError: z.string(),
  /** Its own name. */
  serverName: z.string(),
  connectedAt: timestamp.nullable(),
  tools: z.array(mcpTool),
  usedBy: z.array(namedUse),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type McpServerAnswer = z.output<typeof mcpServer>;

const serverFields = z.strictObject({
  name: z.string().trim().min(1, 'must not be empty').max(100),
  url: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .max(2000)
    .refine((text) => !/^https?:\/\/[^/?#]*@/i.test(text), 'must not hold a user name or password'),
  auth,
  headerName: z
    .string()
    .max(100)
    .regex(/^[A-Za-z0-9-]*$/, 'must be letters, digits and "-"')
    .refine(
      (text) =>
        !/^(host|content-length|content-type|connection|transfer-encoding|accept|mcp-.*)$/i.test(text),
      'is a header that the protocol sets itself',
    ),
  /** Token or header value; left out, the stored one stays. */
  secret: z
    .string()
    .max(10_000)
    .regex(/^[\x20-\x7e]*$/, 'must be plain characters of one line'),
});

export const listMcpServers = endpoint({
  method: 'GET',
  path,
  auth: 'session',
  permits: 'tools:read',
  tag,
  summary: 'MCP servers with the tools they offered when they were last asked.',
  response: z.array(mcpServer),
});

export const createMcpServer = endpoint({
  method: 'POST',
  path,
  auth: 'session',
  permits: 'tools:edit',
  proof: 'ifRequired',
  tag,
  summary: 'Adds an MCP server and asks it for its tools.',
  body: serverFields.extend({
    auth: auth.default('none'),
    headerName: serverFields.shape.headerName.default(''),
    secret: serverFields.shape.secret.default(''),
  }),
  response: mcpServer,
});

export const updateMcpServer = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  auth: 'session',
  permits: 'tools:edit',
  proof: 'ifRequired',
  tag,
  summary: 'Changes an MCP server.',
  params: idParams,
  body: serverFields.partial(),
  response: mcpServer,
});

export const switchMcpTools = endpoint({
  method: 'PUT',
  path: `${path}/:id/tools`,
  auth: 'session',
  permits: 'tools:edit',
  tag,
  summary: 'Switches tools of an MCP server on or off.',
  params: idParams,
  body: z.strictObject({
    names: z.array(z.string().max(256)).min(1, 'must not be empty').max(200),
    isOn: z.boolean(),
  }),
  response: mcpServer,
});

export const connectMcpServer = endpoint({
  method: 'POST',
  path: `${path}/:id/connect`,
  auth: 'session',
  permits: 'tools:edit',
  tag,
  summary: 'Reads the tools of an MCP server again; the answer describes a failure.',
  params: idParams,
  response: mcpServer,
});

export const deleteMcpServer = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth: 'session',
  permits: 'tools:edit',
  tag,
  summary: 'Deletes an MCP server.',
  params: idParams,
});
