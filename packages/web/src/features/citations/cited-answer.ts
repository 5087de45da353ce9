import { createContext } from 'react';

/** An answer whose sources can be opened. */
interface CitedAnswer {
  flowId: string;
  chatId: string;
  messageId: string;
}

/** The stored answer around a citation; null where there is none yet. */
export const CitedAnswerContext = createContext<CitedAnswer | null>(null);
