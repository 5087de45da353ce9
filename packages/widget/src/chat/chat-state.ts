import type { ChatEntry } from './chat-entry.ts';
import type { Lead } from './chat-memory.ts';
import type { WidgetSettings } from './widget-settings.ts';

/** Everything that is rendered of a chat. */
export interface ChatState {
  /** Absent until the server has sent the chat's settings. */
  settings?: WidgetSettings;
  /** Why there is no chat here; empty where no reason is given. */
  refusal?: string;
  entries: readonly ChatEntry[];
  isRunning: boolean;
  lead?: Lead | undefined;
  hasSkippedLead: boolean;
}

/** Whether a visitor has to leave contact details before asking. */
export function mustLeaveLead({ settings, lead, hasSkippedLead, entries }: ChatState): boolean {
  return settings?.lead !== undefined && lead === undefined && !hasSkippedLead && entries.length === 0;
}
