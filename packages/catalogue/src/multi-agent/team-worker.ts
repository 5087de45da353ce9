import type { RunContext } from '@tendril/contract/node/run-context';
import type { Answer } from '@tendril/contract/provider/answer';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { AskMessage } from '../model/ask-model.ts';

/** One of the agents that a supervisor gives work to. */
export interface TeamWorker {
  nodeId: string;
  /** Lower case, words joined by underscores: what the supervisor's model calls it. */
  name: string;
  /** The user's name for it. */
  label: string;
  /** Does its part of the conversation, on the supervisor's model unless it has its own. */
  work(messages: readonly AskMessage[], model: ChatModel, context: RunContext): Promise<Answer>;
}
