import type { AskedCall } from '../node/run-context.ts';
import type { AgentReasoning, Answer } from './answer.ts';
import type { ChatModel } from './chat-model.ts';
import type { SourceDocument } from './document.ts';

/** One message of a pipeline's conversation. */
export interface PipelineMessage {
  id: string;
  /** `tool`: what a tool gave for one of the `toolCalls` before it. */
  role: 'user' | 'assistant' | 'tool';
  content: string;
  /** The node that said it; absent for the user's question. */
  nodeId?: string;
  name?: string;
  /** Tools that the model wants called; a tool node answers them. */
  toolCalls?: AskedCall[];
  /** Of a `tool` message: the call it answers. */
  toolCallId?: string;
  /** The caller has had it piece by piece already. */
  isStreamed?: boolean;
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
 * so that branches which settle in parallel cannot disturb each other. Plain JSON but for the model.
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

/** What a pipeline answers when it ends with this state: what was said last, and how it came to that. */
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
