import type { RunContext } from '../node/run-context.ts';
import type { SourceDocument } from './document.ts';

/** A tool call in the format of Flowise's clients. */
export interface UsedTool {
  tool: string;
  toolInput: unknown;
  toolOutput: unknown;
  sourceDocuments?: SourceDocument[];
  error?: string;
}

/** The work of one agent of a pipeline, in the format of Flowise's clients. */
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

/** A sentence of an answer, as it stands in its Markdown, that its sources do not bear out. */
export interface UnsupportedClaim {
  text: string;
  /** What is missing, in the words of the model that checked. */
  reason: string;
}

/** How far the sources of an answer bear it out. */
export interface SourceCheck {
  /** How many sentences were looked at. */
  checked: number;
  unsupported: UnsupportedClaim[];
}

/** The answer of a run. Exactly one of `text` and `json` is the answer itself. */
export interface Answer {
  text?: string;
  json?: unknown;
  sourceDocuments?: SourceDocument[];
  usedTools?: UsedTool[];
  agentReasoning?: AgentReasoning[];
  /** Follow-up questions; the server adds them after the flow has answered. */
  followUpPrompts?: string[];
  /** Added by the server too, where the flow's answers are checked against their sources. */
  sourceCheck?: SourceCheck;
}

/** What a chain or agent node passes along its edge: it runs when it is called, as ending node or as a tool. */
export interface Chain {
  nodeId: string;
  invoke(question: string, context: RunContext): Promise<Answer>;
}
