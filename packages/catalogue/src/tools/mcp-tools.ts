import type { JSONSchema7 } from '@ai-sdk/provider';
import { AppError } from '@tendril/contract/app-error';
import type { Choice } from '@tendril/contract/node/param';
import type { RunContext, StoredMcpTool } from '@tendril/contract/node/run-context';
import type { Tool } from '@tendril/contract/provider/tool';
import { asRecord } from './as-record.ts';

/** A tool of an MCP server, wherever that server is. */
export interface McpTool extends StoredMcpTool {
  /** Returns the result as text. */
  call(args: Record<string, unknown>, context: RunContext): Promise<string>;
}

const maxNameCharacters = 64;

/** Names that models accept; duplicates get a number. */
function modelNames(tools: readonly StoredMcpTool[]): string[] {
  const taken = new Set<string>();
  return tools.map(({ name }) => {
    const plain = name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, maxNameCharacters) || 'tool';
    let candidate = plain;
    for (let number = 2; taken.has(candidate); number += 1)
      candidate = `${plain.slice(0, maxNameCharacters - 4)}_${number}`;
    taken.add(candidate);
    return candidate;
  });
}

/** The chosen tools of a server as tools of an agent; none chosen means all. Throws FLOW_INVALID with `noneText` for none. */
export function mcpTools(
  offered: readonly McpTool[],
  actions: readonly string[] | undefined,
  { nodeId, noneText }: { nodeId: string; noneText: string },
): Tool[] {
  const chosen = new Set(actions ?? []);
  const tools = offered.filter(({ name }) => chosen.size === 0 || chosen.has(name));
  if (tools.length === 0) throw new AppError('FLOW_INVALID', noneText);
  const names = modelNames(tools);
  return tools.map((tool, index) => ({
    nodeId,
    name: names[index] ?? tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema as JSONSchema7,
    execute: async (input, context) => ({ text: await tool.call(asRecord(input), context) }),
  }));
}

/** What a form offers of the tools of a server. */
export function mcpChoicesOf(tools: readonly StoredMcpTool[]): Choice[] {
  return tools.map(({ name, description }) => ({ name, label: name, description }));
}
