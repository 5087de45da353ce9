import type { Chat } from '../use-chat.ts';

/** A conversation at rest; what a test asks of it is given over. */
export function restingChat(given: Partial<Chat> = {}): Chat {
  return {
    flowId: 'flow',
    entries: [],
    chatId: '',
    isRunning: false,
    isLoading: false,
    loadError: null,
    reload: () => {},
    hasEarlier: false,
    loadEarlier: async () => {},
    ask: () => {},
    decide: () => {},
    rate: async () => {},
    lead: undefined,
    keepLead: () => {},
    begin: () => 'chat',
    stop: () => {},
    clear: async () => {},
    ...given,
  };
}
