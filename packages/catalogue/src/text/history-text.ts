import type { MemoryTurn } from '@tendril/contract/provider/memory';

/** A conversation as plain lines, "user: …" and "assistant: …". */
export function historyText(history: readonly MemoryTurn[]): string {
  return history.map(({ role, content }) => (role === 'system' ? content : `${role}: ${content}`)).join('\n');
}
