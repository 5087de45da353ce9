import { AppError } from '@tendril/contract/app-error';
import type { McpConfig } from '@tendril/contract/flow/flow-settings';
import * as z from 'zod';
import type { RunnableFlow } from '../../flows/flows/public.ts';

/** What a client asks the flow's tool. */
export interface ToolQuestion {
  question: string;
  chatId?: string | undefined;
}

export interface ToolAnswer {
  text: string;
  chatId: string;
}

interface McpExchange {
  flow: RunnableFlow;
  version: string;
  /** The request with its headers; the body goes beside it. */
  request: Request;
  body: unknown;
  /** Throws an AppError; its message goes to the client. */
  ask(question: ToolQuestion, signal: AbortSignal): Promise<ToolAnswer>;
}

const input = z.object({
  question: z.string().min(1).max(1_000_000).describe('What to ask.'),
  chatId: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Id of an earlier answer, to go on with that conversation.'),
});

/** Serves one request of an MCP client to a flow that is its only tool. The MCP SDK is loaded on first use. */
export function createMcpService() {
  return {
    /** Throws NOT_FOUND while the flow's owner has not enabled this. */
    async serve(exchange: McpExchange): Promise<Response> {
      const { createMcpHandler } = await import('@modelcontextprotocol/server');
      const handler = createMcpHandler(() => toServer(exchange));
      return handler.fetch(exchange.request, { parsedBody: exchange.body });
    },
  };
}

export type McpService = ReturnType<typeof createMcpService>;

/** The settings of a flow that is offered as a tool. Throws NOT_FOUND while it is not. */
export function requireTool({ mcpServerConfig, name }: Pick<RunnableFlow, 'mcpServerConfig' | 'name'>): {
  toolName: string;
  description: string;
} {
  const { enabled, toolName, description } = mcpServerConfig as McpConfig;
  if (enabled !== true) throw new AppError('NOT_FOUND', 'This flow is not exposed as a tool.');
  const named = typeof toolName === 'string' && toolName ? toolName : toToolName(name);
  const shown = typeof description === 'string' && description ? description : `Asks the flow "${name}".`;
  return { toolName: named, description: shown };
}

function toToolName(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return words.slice(0, 64) || 'ask_flow';
}

async function toServer({ flow, version, ask }: McpExchange) {
  const { McpServer } = await import('@modelcontextprotocol/server');
  const { toolName, description } = requireTool(flow);
  const server = new McpServer({ name: flow.name, version });
  server.registerTool(
    toolName,
    { title: flow.name, description, inputSchema: input },
    async (asked, context) => {
      try {
        const { text, chatId } = await ask(asked, context.mcpReq.signal);
        return { content: [{ type: 'text' as const, text }], _meta: { chatId } };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { content: [{ type: 'text' as const, text: error.message }], isError: true };
      }
    },
  );
  return server;
}
