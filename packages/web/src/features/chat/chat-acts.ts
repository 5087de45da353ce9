import { createContext, useContext } from 'react';
import type { ChatLook } from './chat-look.ts';
import type { Chat } from './use-chat.ts';

/** What can be done with the messages of a conversation, and how they look; nothing where they are only read. */
export interface ChatActs {
  isReadOnly?: boolean;
  look?: ChatLook;
  showsSteps?: boolean;
  /** What to say in place of the reason when an answer fails. */
  errorText?: string;
  hasFeedback?: boolean;
  rate?: Chat['rate'];
  decide?: Chat['decide'];
  /** Given beside a drawing: shows a node there, or its settings where something is wrong with them. */
  showNode?: ((nodeId: string) => void) | undefined;
  fixNode?: ((nodeId: string) => void) | undefined;
  /** Given: the documents behind stored answers can be opened. */
  citations?: { flowId: string; chatId: string } | undefined;
  /** Given: answers can be read aloud. */
  speech?: { flowId: string; chatId: string } | undefined;
}

const none: ChatActs = {};

export const ChatActsContext = createContext<ChatActs>(none);

/** What the messages around this part offer. */
export function useChatActs(): ChatActs {
  return useContext(ChatActsContext);
}
