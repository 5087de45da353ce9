import { AppError } from '@tendril/contract/app-error';
import type { AnyNode, LoadRequest } from '@tendril/contract/node/define-node';
import type { McpAddress, RunContext } from '@tendril/contract/node/run-context';
import type { Tool } from '@tendril/contract/provider/tool';
import { findCredential } from '../model/read-key.ts';
import { onceKey } from '../step/once-key.ts';
import { mcpChoicesOf, mcpTools } from './mcp-tools.ts';

/** What leads a node to its server: its form, its secret and the way out. */
export interface McpSettings {
  inputs: Readonly<Record<string, unknown>>;
  secret: Readonly<Record<string, string>>;
  services: Pick<RunContext['services'], 'fetch'>;
  signal: AbortSignal;
}

/** Throws CREDENTIAL_MISSING or FLOW_INVALID where a setting is missing. */
type AddressOf = (settings: McpSettings) => Promise<McpAddress> | McpAddress;

async function toolsAt(
  address: McpAddress,
  actions: readonly string[] | undefined,
  { nodeId, services, signal }: RunContext,
): Promise<Tool[]> {
  const { listMcpToolsAt } = services;
  if (!listMcpToolsAt) throw new AppError('UNAVAILABLE', 'MCP servers cannot be reached from here.');
  const offered = (await listMcpToolsAt(address, signal)).map((tool) => ({
    ...tool,
    async call(args: Record<string, unknown>, context: RunContext) {
      const key = context.part && onceKey(context);
      const call = { name: tool.name, args, signal: context.signal, ...(key && { key }) };
      return (await context.services.callMcpToolAt?.(address, call)) ?? '';
    },
  }));
  const noneText = `${address.service} offers none of the selected tools. Choose them again in this node.`;
  return mcpTools(offered, actions, { nodeId, noneText });
}

/** How a node takes its tools from the MCP server of a vendor: in a run, and for the choices in its form. */
export function mcpServerElsewhere(addressOf: AddressOf) {
  return {
    async run(inputs: { mcpActions?: readonly string[] | undefined }, context: RunContext): Promise<Tool[]> {
      const secret = (await findCredential(context)) ?? {};
      const { services, signal } = context;
      const address = await addressOf({ inputs, secret, services, signal });
      return toolsAt(address, inputs.mcpActions, context);
    },
    loadMethods: {
      async listActions({ inputs, credential, fetch, listMcpToolsAt, signal }: LoadRequest) {
        const secret = (await credential()) ?? {};
        const address = await addressOf({ inputs, secret, services: { fetch }, signal });
        return mcpChoicesOf((await listMcpToolsAt?.(address, signal)) ?? []);
      },
    } satisfies AnyNode['loadMethods'],
  };
}

/** A value of the secret. Throws CREDENTIAL_MISSING that names the service. */
export function needSecret({ secret }: Pick<McpSettings, 'secret'>, field: string, service: string): string {
  const value = secret[field]?.trim();
  if (value) return value;
  throw new AppError('CREDENTIAL_MISSING', `${service} needs a key. Choose a credential in this node.`);
}
