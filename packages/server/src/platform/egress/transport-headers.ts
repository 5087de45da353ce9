/** What belongs to the connection, not to the message: the client sets it from address and body, nobody else. */
const ofTheConnection = new Set([
  'host',
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The given headers without those that would name another host or frame the message anew; names in small letters. */
export function withoutTransportHeaders(
  entries: Iterable<readonly [string, string]>,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of entries) {
    const lower = name.toLowerCase();
    if (!ofTheConnection.has(lower)) kept[lower] = value;
  }
  return kept;
}
