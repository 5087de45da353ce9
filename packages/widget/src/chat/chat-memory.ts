import type { ChatEntry } from './chat-entry.ts';
import { plainRecord } from './plain-record.ts';

const mostEntries = 100;

export type Lead = Readonly<Record<string, string>>;

/** The stored data of a chat. */
interface Remembered {
  chatId: string | undefined;
  lead: Lead | undefined;
  entries: ChatEntry[];
}

/** The stored conversation with one flow; lasts as long as the page where the browser provides no storage. */
export interface ChatMemory {
  read(): Remembered;
  keepChat(chatId: string): void;
  keepLead(lead: Lead): void;
  keepEntries(chatId: string, entries: readonly ChatEntry[]): void;
  /** Clears the conversation; the visitor's contact details stay. */
  forgetChat(): void;
}

/**
 * The record with chat id and lead is shared with other chats of the same flow on this page's origin; the messages are
 * stored beside it.
 */
export function createChatMemory(flow: string, storage: Storage | undefined): ChatMemory {
  const recordKey = `${flow}_EXTERNAL`;
  const entriesKey = `${flow}_EXTERNAL_WIDGET`;

  const get = (key: string): string | null => {
    try {
      return storage?.getItem(key) ?? null;
    } catch {
      return null;
    }
  };
  const set = (key: string, value: unknown) => {
    try {
      if (value === undefined) storage?.removeItem(key);
      else storage?.setItem(key, JSON.stringify(value));
    } catch {
      // Blocked or full: the chat continues, and is lost with the page.
    }
  };
  const readRecord = () => {
    const stored = get(recordKey);
    if (!stored) return {};
    const parsed = parse(stored);
    // A plain text is the chat id.
    return typeof parsed === 'object' ? plainRecord(parsed) : { chatId: stored };
  };

  return {
    read() {
      const { chatId, lead } = readRecord() as { chatId?: unknown; lead?: unknown };
      const kept = plainRecord(parse(get(entriesKey) ?? ''));
      const known = typeof chatId === 'string' && chatId !== '' ? chatId : undefined;
      return {
        chatId: known,
        lead: lead === undefined ? undefined : (plainRecord(lead) as Lead),
        // Another chat that used the record since then has started over.
        entries:
          known !== undefined && kept['chatId'] === known && Array.isArray(kept['entries'])
            ? kept['entries'].map(settled)
            : [],
      };
    },
    keepChat: (chatId) => set(recordKey, { ...readRecord(), chatId }),
    keepLead: (lead) => set(recordKey, { ...readRecord(), lead }),
    keepEntries: (chatId, entries) => set(entriesKey, { chatId, entries: entries.slice(-mostEntries) }),
    forgetChat() {
      const { lead } = readRecord() as { lead?: unknown };
      set(recordKey, lead === undefined ? undefined : { lead });
      set(entriesKey, undefined);
    },
  };
}

/** The page's own storage; undefined where the browser or the frame blocks it. */
export function pageStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

// An answer that was incomplete when the page was left ended there.
function settled(entry: ChatEntry): ChatEntry {
  return entry.kind === 'answer' && entry.status === 'running' ? { ...entry, status: 'stopped' } : entry;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
