import { AppError } from '@tendril/contract/app-error';
import type { McpAddress } from '@tendril/contract/node/run-context';
import type { McpServerTable } from '../../../platform/db/schema.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { callText } from './call-answer.ts';
import { visitMcpServer } from './mcp-connection.ts';
import { mcpSecretPlace } from './mcp-secret-place.ts';
import { mcpTrouble } from './mcp-trouble.ts';
import type { ListedTool } from './offered-tools.ts';

const listTimeoutMs = 30_000;
const callTimeoutMs = 60_000;
const maxServerName = 200;

export interface McpVisitParts extends Pick<Infrastructure, 'vault' | 'egress'> {
  /** The client name that we send. */
  version: string;
}

/** A call of one tool of a server. */
interface McpToolCall {
  name: string;
  args: Record<string, unknown>;
  key?: string;
  signal: AbortSignal;
}

/** A server's response to the request for its tools. */
type McpOffer = { serverName: string; tools: ListedTool[] } | { trouble: string };

/** Calls MCP servers with their secrets, and returns text that holds none of them. */
export function createMcpVisits({ vault, egress, version }: McpVisitParts) {
  const addressOf = (row: McpServerTable): McpAddress => {
    const { name: service, url } = row;
    const secret = row.sealedSecret === null ? '' : vault.open(mcpSecretPlace(row), row.sealedSecret);
    if (row.auth === 'none' || secret === '') return { service, url, headers: {} };
    const headers: Record<string, string> =
      row.auth === 'bearer' ? { authorization: `Bearer ${secret}` } : { [row.headerName]: secret };
    return { service, url, headers };
  };

  async function askAt(address: McpAddress, asked: AbortSignal): Promise<McpOffer> {
    const signal = AbortSignal.any([asked, AbortSignal.timeout(listTimeoutMs)]);
    try {
      return await visitMcpServer({ egress, address, version, signal }, async (client) => ({
        serverName: (client.getServerVersion()?.name ?? '').slice(0, maxServerName),
        tools: (await client.listTools(undefined, { timeout: listTimeoutMs, signal })).tools,
      }));
    } catch (error) {
      if (asked.aborted) throw error;
      return { trouble: withoutSecret(mcpTrouble(error).message, address) };
    }
  }

  async function callAt(address: McpAddress, call: McpToolCall): Promise<string> {
    const { name, args, key, signal: asked } = call;
    const signal = AbortSignal.any([asked, AbortSignal.timeout(callTimeoutMs)]);
    const options = { timeout: callTimeoutMs, maxTotalTimeout: callTimeoutMs, signal };
    const visit = { egress, address, version, signal };
    const result = await visitMcpServer(visit, (client) =>
      client.callTool(
        { name, arguments: args, ...(key !== undefined && { _meta: { 'tendril/idempotency-key': key } }) },
        options,
      ),
    ).catch((error: unknown) => {
      if (asked.aborted) throw error;
      const { code, message } = mcpTrouble(error);
      throw new AppError(code, `${address.service}: ${withoutSecret(message, address)}`, { cause: error });
    });
    const text = callText(result);
    if (result.isError) throw new AppError('TOOL_FAILED', text || `${name} failed.`);
    return text;
  }

  return {
    /** Requests the tools. Throws only when the caller has gone. */
    askAt,
    /** Throws TOOL_FAILED with what the tool or the server said, TOOL_TIMEOUT, EGRESS_DENIED. */
    callAt,
    ask: (row: McpServerTable, asked: AbortSignal) => askAt(addressOf(row), asked),
    call: (row: McpServerTable, call: McpToolCall) => callAt(addressOf(row), call),
  };
}

/** Servers like to repeat in an error what they were sent. */
function withoutSecret(message: string, { headers }: McpAddress): string {
  const values = Object.values(headers).flatMap((value) => [value, value.replace(/^Bearer /, '')]);
  return values.reduce((masked, value) => masked.replaceAll(value, '••••••••'), message);
}
