import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './id.ts';
import { studioPrefix } from './prefixes.ts';

/** The flow as a single MCP tool over streamable HTTP; the MCP SDK parses the body. */
const shared = {
  path: `${studioPrefix}/mcp/:flowId`,
  auth: 'flow',
  permits: 'flows:run',
  tag: 'MCP',
  params: z.strictObject({ flowId: id }),
} as const;

export const postMcp = endpoint({
  ...shared,
  method: 'POST',
  summary: 'Messages of an MCP client to the flow.',
  body: z.unknown(),
});

export const getMcp = endpoint({
  ...shared,
  method: 'GET',
  summary: 'Opens a stream, where the protocol has one.',
});

export const deleteMcp = endpoint({
  ...shared,
  method: 'DELETE',
  summary: 'Ends a session, where the protocol has one.',
});
