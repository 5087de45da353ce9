import type { RunContext } from '../node/run-context.ts';
import type { SourceDocument } from './document.ts';

/** A tool call as clients of Flowise's API know it. */
export interface UsedTool {
  tool: string;
  toolInput: unknown;
  toolOutput: unknown;
  sourceDocuments?: SourceDocument[];
  error?: string;
}

/** What one agent of a pipeline did, as clients of Flowise's API know it. */
export interface AgentReasoning {
  agentName: string;
  messages: string[];
  nodeName: string;
  nodeId: string;
  next?: string;
  instructions?: string;
  usedTools?: UsedTool[];
  sourceDocuments?: SourceDocument[];
  state?: Record<string, unknown>;
}

/** What a run answers. Exactly one of `text` and `json` is the answer itself. */
export interface Answer {
  text?: string;
  json?: unknown;
  sourceDocuments?: SourceDocument[];
  usedTools?: UsedTool[];
  agentReasoning?: AgentReasoning[];
  /** Questions that the person might ask next; the house adds them after the flow has answered. */
  followUpPrompts?: string[];
}

/** What a chain or agent node hands along its edge: it runs when it is asked, as ending node or as a tool. */
export interface Chain {
  nodeId: string;
  invoke(question: string, context: RunContext): Promise<Answer>;
}
