import type { AskedCall } from '../node/run-context.ts';
import type { AgentReasoning, Answer } from './answer.ts';
import type { ChatModel } from './chat-model.ts';
import type { SourceDocument } from './document.ts';

/** One message of a pipeline's conversation. */
export interface PipelineMessage {
  id: string;
  /** `tool`: a tool's result for one of the `toolCalls` before it. */
  role: 'user' | 'assistant' | 'tool';
  content: string;
  /** The node that sent it; absent for the user's question. */
  nodeId?: string;
  name?: string;
  /** Tools that the model calls; a tool node answers them. */
  toolCalls?: AskedCall[];
  /** For a `tool` message: the call it answers. */
  toolCallId?: string;
  /** It has been streamed to the caller already. */
  isStreamed?: boolean;
}

/** The update operation of a key of the pipeline's state. */
export type StateOperation = 'Replace' | 'Append';

/** Initial values and operations of the user's own state keys, from a `seqState` node. */
export interface PipelineStateDefinition {
  nodeId: string;
  initial: Record<string, unknown>;
  operations: Record<string, StateOperation>;
}

/**
 * What is passed along a pipeline's control edges. Never mutated: each node passes on a new value, so that concurrent
 * branches cannot disturb each other. Plain JSON except for the model.
 */
export interface PipelineState {
  messages: readonly PipelineMessage[];
  values: Readonly<Record<string, unknown>>;
  operations: Readonly<Record<string, StateOperation>>;
  /** The default model of agents that have none of their own. */
  model: ChatModel;
  reasoning: readonly AgentReasoning[];
}

/** Distinguishes a pipeline's state from other values on edges. */
export function isPipelineState(value: unknown): value is PipelineState {
  return (
    typeof value === 'object' &&
    value !== null &&
    'messages' in value &&
    'operations' in value &&
    Array.isArray(value.messages)
  );
}

/** A pipeline's answer when it ends with this state: the last message, and how it came about. */
export function pipelineAnswer({ messages, reasoning }: PipelineState): Answer & { text: string } {
  const usedTools = reasoning.flatMap((one) => one.usedTools ?? []);
  const sourceDocuments = reasoning.flatMap((one): SourceDocument[] => one.sourceDocuments ?? []);
  return {
    text: messages.at(-1)?.content ?? '',
    agentReasoning: [...reasoning],
    ...(usedTools.length > 0 && { usedTools }),
    ...(sourceDocuments.length > 0 && { sourceDocuments }),
  };
}
