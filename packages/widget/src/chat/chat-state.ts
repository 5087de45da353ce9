import type { ChatEntry } from './chat-entry.ts';
import type { Lead } from './chat-memory.ts';
import type { WidgetSettings } from './widget-settings.ts';

/** Everything that is drawn of a chat. */
export interface ChatState {
  /** Absent until the server has said what this chat is. */
  settings?: WidgetSettings;
  /** Why there is no chat here; empty where nobody says why. */
  refusal?: string;
  entries: readonly ChatEntry[];
  isRunning: boolean;
  lead?: Lead | undefined;
  hasSkippedLead: boolean;
}

/** Whether a visitor has to say who he is before he may ask. */
export function mustLeaveLead({ settings, lead, hasSkippedLead, entries }: ChatState): boolean {
  return settings?.lead !== undefined && lead === undefined && !hasSkippedLead && entries.length === 0;
}
