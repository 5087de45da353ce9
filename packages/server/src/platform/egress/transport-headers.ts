/** Headers of the connection, not of the message: only the client sets them, from address and body. */
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

/** The given headers without those that would name another host or change the framing; names in lower case. */
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
