import type { AgentReasoning } from './answer.ts';
import type { ChatModel } from './chat-model.ts';

/** One message of a pipeline's conversation. */
export interface PipelineMessage {
  id: string;
  role: 'user' | 'assistant';
  content: string;
  /** The node that said it; absent for the user's question. */
  nodeId?: string;
  name?: string;
}

/** How a key of the pipeline's state takes a new value. */
export type StateOperation = 'Replace' | 'Append';

/** Initial values and operations of the user's own state keys, from a `seqState` node. */
export interface PipelineStateDefinition {
  nodeId: string;
  initial: Record<string, unknown>;
  operations: Record<string, StateOperation>;
}

/**
 * What travels along a pipeline's control edges. Never changed in place: each node hands on a new value,
 * so that branches which settle in parallel cannot disturb each other.
 */
export interface PipelineState {
  messages: readonly PipelineMessage[];
  values: Readonly<Record<string, unknown>>;
  operations: Readonly<Record<string, StateOperation>>;
  /** The default model of agents that have none of their own. */
  model: ChatModel;
  reasoning: readonly AgentReasoning[];
}

/** Tells a pipeline's state from other values that travel along edges. */
export function isPipelineState(value: unknown): value is PipelineState {
  return (
    typeof value === 'object' &&
    value !== null &&
    'messages' in value &&
    'operations' in value &&
    Array.isArray(value.messages)
  );
}
