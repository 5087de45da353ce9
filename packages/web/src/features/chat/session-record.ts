/** `INTERNAL`: signed-in people. `EXTERNAL`: visitors of a public chat page. */
export type RecordKind = 'INTERNAL' | 'EXTERNAL';

/** The contact details of a visitor. */
export type Lead = Readonly<Record<string, unknown>>;

/** The browser's memory of one flow's conversation. */
interface SessionRecord {
  chatId?: string;
  lead?: Lead;
}

/** The key in local storage. */
export function recordKey(flowId: string, kind: RecordKind): string {
  return `${flowId}_${kind}`;
}

/** The record of a flow; a stored plain string is the chat id. */
export function readSessionRecord(flowId: string, kind: RecordKind): SessionRecord {
  const stored = localStorage.getItem(recordKey(flowId, kind));
  if (!stored) return {};
  return readObject(stored) ?? { chatId: stored };
}

/**
 * Makes the record, or merges into the one there. The first save over a plain string keeps that string as the chat id.
 */
export function saveSessionRecord(
  flowId: string,
  kind: RecordKind,
  chatId: string | null,
  more: { lead?: Lead } = {},
): void {
  const key = recordKey(flowId, kind);
  const stored = localStorage.getItem(key);
  const object = stored ? readObject(stored) : {};
  const given = { ...more, ...(chatId !== null && { chatId }) };
  const record = object ? { ...object, ...given } : { ...given, chatId: stored };
  localStorage.setItem(key, JSON.stringify(record));
}

/** Forgets the conversation; only a lead is kept. */
export function clearSessionRecord(flowId: string, kind: RecordKind): void {
  const { lead } = readSessionRecord(flowId, kind);
  const key = recordKey(flowId, kind);
  if (lead === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify({ lead }));
}

function readObject(text: string): SessionRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
