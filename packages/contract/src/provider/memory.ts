import type { RunContext } from '../node/run-context.ts';

/** One earlier message of a conversation. */
export interface ChatTurn {
  role: 'user' | 'assistant';
  content: string;
}

/** What a memory recalls: messages, or as `system` a summary of them. */
export interface MemoryTurn {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** What a memory node passes along its edge. The messages themselves are in the chat history of the session. */
export interface ChatMemory {
  nodeId: string;
  /** Name under which prompts see the history, "chat_history" by default. */
  memoryKey: string;
  load(context: RunContext): Promise<MemoryTurn[]>;
  /** Keeps a question and its answer, where the messages are kept elsewhere. */
  keep?(question: string, answer: string, context: RunContext): Promise<void>;
}

/** The memory of a pipeline, which starts with the messages themselves. */
export interface CheckpointMemory extends ChatMemory {
  load(context: RunContext): Promise<ChatTurn[]>;
}
