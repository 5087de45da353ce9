import type { AgentReasoning, UsedTool } from './answer.ts';
import type { SourceDocument } from './document.ts';

/** One message of an agent flow's conversation within a run. */
export interface AgentFlowMessage {
  role: 'user' | 'assistant' | 'system';
  content: string;
  /** The step that added it; absent for the question. */
  nodeId?: string;
  name?: string;
  /** It has been streamed to the caller already. */
  isStreamed?: boolean;
}

/** What a step has given, as `{{ nodeId }}` and `{{ nodeId.output.path }}` find it. */
export interface StepResult {
  /** `{{ nodeId }}`: what the step says, in words. */
  content: string;
  /** `{{ nodeId.output.path }}`: `content` and what else the step has to give, plain JSON. */
  output: Readonly<Record<string, unknown>>;
}

/** The element that an iteration works on. */
export interface IterationElement {
  value: unknown;
  /** From 0. */
  index: number;
  isFirst: boolean;
  isLast: boolean;
}

/** What started a run beside a question; absent where a chat did. */
export type AgentFlowTrigger =
  | { type: 'form'; form: Readonly<Record<string, unknown>> }
  | {
      type: 'webhook';
      body: unknown;
      headers: Readonly<Record<string, string>>;
      query: Readonly<Record<string, string>>;
    }
  /** `firesAt` is the time it was due, in ms since 1970. */
  | { type: 'schedule'; firesAt: number };

/**
 * What is passed along the edges of an agent flow (Agentflow V2). Never mutated: each step passes on a new value, so
 * that concurrent branches cannot disturb each other. Plain JSON throughout, so that a run can go on from it.
 */
export interface AgentFlowState {
  kind: 'agent-flow';
  /** The conversation: stored turns of the session where Start keeps memory, then this run's messages. */
  messages: readonly AgentFlowMessage[];
  /** Index in `messages` at which this run begins. */
  runStart: number;
  /** `$flow.state`. */
  values: Readonly<Record<string, unknown>>;
  /** What the steps on the way here have given, by node id; in a loop the latest round's. */
  results: Readonly<Record<string, StepResult>>;
  /** The step that passed this on. */
  lastNodeId?: string;
  trigger?: AgentFlowTrigger;
  /** Inside an iteration. */
  iteration?: IterationElement;
  /** How often a Loop has gone back, by its node id. */
  loops: Readonly<Record<string, number>>;
  reasoning: readonly AgentReasoning[];
  usedTools: readonly UsedTool[];
  sourceDocuments: readonly SourceDocument[];
}

/** Distinguishes the state of an agent flow from other values on edges. */
export function isAgentFlowState(value: unknown): value is AgentFlowState {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'agent-flow';
}
