import { useEffect, useState } from 'preact/hooks';
import type { Chat } from '../chat/chat.ts';
import type { ChatState } from '../chat/chat-state.ts';

/** The state of a chat; a component that uses it rerenders when it changes. */
export function useChatState(chat: Chat): ChatState {
  const [state, setState] = useState(chat.state);
  useEffect(() => {
    setState(chat.state);
    return chat.subscribe(() => setState(chat.state));
  }, [chat]);
  return state;
}
