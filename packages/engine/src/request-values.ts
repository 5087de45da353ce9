import type { RunRequest } from './run-request.ts';

/** Text of the conversation so far, one "role: text" line a message. */
export async function historyText(request: RunRequest): Promise<string> {
  const stored = await request.services.readHistory(request.session.sessionId);
  return [...(request.history ?? []), ...stored].map((turn) => `${turn.role}: ${turn.content}`).join('\n');
}

/** `$flow.name`, where it concerns the conversation. */
export function flowValue(name: string, { session }: RunRequest): string | undefined {
  if (name === 'chatflowId') return session.flowId;
  if (name === 'chatId') return session.chatId;
  if (name === 'sessionId') return session.sessionId;
  return name === 'apiMessageId' ? session.chatMessageId : undefined;
}

/** The value at a path; own keys only. */
export function valueAtPath(value: unknown, path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}
