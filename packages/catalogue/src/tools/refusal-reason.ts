import { asRecord } from './as-record.ts';

const maxCharacters = 300;

/** The places in which vendors say what was wrong with a request. */
function reasonIn(body: unknown): string | undefined {
  if (typeof body === 'string') return body;
  if (Array.isArray(body)) return reasonIn(body[0]);
  const record = asRecord(body);
  for (const name of ['error', 'message', 'detail', 'error_description', 'errorMessages', 'errors', 'msg']) {
    const value = record[name];
    const reason = value === undefined || value === null ? undefined : reasonIn(value);
    if (reason) return reason;
  }
  // Qdrant says it within its status.
  if (typeof record['status'] === 'object' && record['status']) return reasonIn(record['status']);
  // Jira names the fields that were wrong.
  const fields = Object.entries(record).filter(([, value]) => typeof value === 'string');
  return fields.map(([name, value]) => `${name}: ${String(value)}`).join('; ') || undefined;
}

/** Why a vendor refused, from the text of its answer; '' where that is a page. */
export function refusalReason(text: string): string {
  const trimmed = text.trim();
  if (trimmed.startsWith('<')) return '';
  try {
    return (reasonIn(JSON.parse(trimmed)) ?? '').slice(0, maxCharacters);
  } catch {
    return trimmed.slice(0, maxCharacters);
  }
}
