import type { NodeServices, StoredTool } from '@tendril/contract/node/run-context';
import type { Knowledge } from '@tendril/contract/provider/knowledge';
import type { Sandbox } from '@tendril/contract/provider/sandbox';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Egress } from '../../../platform/egress/egress.ts';
import type { LocalModels } from '../../../platform/local-embeddings/local-embeddings.ts';
import { readHistory } from '../chat-messages/public.ts';
import type { LiveFlows } from '../flows/public.ts';
import type { McpServerService } from '../mcp-servers/public.ts';
import { flowSandbox } from './flow-sandbox.ts';
import { unknownAnswerOf } from './unknown-answer.ts';

export interface RunServiceParts {
  db: Database;
  egress: Egress;
  localModels: LocalModels;
  sandbox: Sandbox;
  liveFlows: LiveFlows;
  openCredential(scope: Scope, id: string): Promise<Record<string, string>>;
  listTools(scope: Scope): Promise<StoredTool[]>;
  /** Throws NOT_FOUND. */
  readTool(scope: Scope, id: string): Promise<StoredTool>;
  /** What of it these callers may read, the public when nobody is named; `isRelatedOnly`: nothing where all is unlike the question. */
  knowledge: { of(scope: Scope, callers?: readonly string[], isRelatedOnly?: boolean): Knowledge };
  noteToolRun(scope: Scope, id: string, hasFailed: boolean): void;
  mcpServers: Pick<McpServerService, 'listOn' | 'call' | 'listAt' | 'callAt'>;
}

/** What the server provides to the nodes of one run, scoped to the flow's workspace. */
export function runServices(
  parts: RunServiceParts,
  flow: Scope & { id: string; chatbotConfig?: Readonly<Record<string, unknown>> },
  runId: string,
  callers?: readonly string[],
): NodeServices {
  const { db, egress, sandbox, liveFlows } = parts;
  const out = egress.of(flow.workspaceId);
  const unknownAnswer = unknownAnswerOf(flow.chatbotConfig);
  return {
    fetch: out.fetch as NodeServices['fetch'],
    openStream: out.openStream,
    openRelay: out.openRelay,
    localEmbeddings: parts.localModels,
    sandbox: flowSandbox(sandbox, flow),
    readCredential: (credentialId) => parts.openCredential(flow, credentialId),
    readTool: (toolId) => parts.readTool(flow, toolId),
    listTools: () => parts.listTools(flow),
    noteToolRun: (toolId, hasFailed) => parts.noteToolRun(flow, toolId, hasFailed),
    listMcpTools: (serverId) => parts.mcpServers.listOn(flow, serverId),
    callMcpTool: (call) => parts.mcpServers.call(flow, call),
    listMcpToolsAt: parts.mcpServers.listAt,
    callMcpToolAt: parts.mcpServers.callAt,
    knowledge: parts.knowledge.of(flow, callers, unknownAnswer !== undefined),
    ...(unknownAnswer !== undefined && { unknownAnswer }),
    readFile: (name) => liveFlows.readFile(flow, name),
    readHistory: (sessionId, limit) => readHistory(db, flow, { flowId: flow.id, sessionId, runId }, limit),
  };
}
