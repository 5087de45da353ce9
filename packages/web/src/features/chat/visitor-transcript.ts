import { emptyTrace } from '../runs/trace.ts';
import type { ChatEntry } from './chat-state.ts';
import { recordKey } from './session-record.ts';

const longestTranscript = 100;

// Beside the session record, which holds the chat id and a lead and nothing else.
const keyOf = (flowId: string) => `${recordKey(flowId, 'EXTERNAL')}_MESSAGES`;

/** Keeps a visitor's conversation in the browser, so that a reload does not lose it. */
export function keepTranscript(flowId: string, entries: readonly ChatEntry[]): void {
  const kept = entries.slice(-longestTranscript).map(withoutTrace);
  try {
    localStorage.setItem(keyOf(flowId), JSON.stringify(kept));
  } catch {
    // The browser's storage is full: dropping an old conversation is better than failing.
    localStorage.removeItem(keyOf(flowId));
  }
}

/** The conversation as this browser remembers it; empty when it cannot be read. */
export function readTranscript(flowId: string): ChatEntry[] {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(keyOf(flowId)) ?? '[]');
    return Array.isArray(entries) ? (entries as ChatEntry[]) : [];
  } catch {
    return [];
  }
}

export function forgetTranscript(flowId: string): void {
  localStorage.removeItem(keyOf(flowId));
}

function withoutTrace(entry: ChatEntry): ChatEntry {
  return entry.kind === 'question' ? entry : { ...entry, view: { ...entry.view, trace: emptyTrace } };
}
