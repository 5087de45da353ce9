import type { ChatTurn } from '@tendril/contract/provider/memory';

/** A conversation as plain lines, "user: …" and "assistant: …". */
export function historyText(history: readonly ChatTurn[]): string {
  return history.map((turn) => `${turn.role}: ${turn.content}`).join('\n');
}
