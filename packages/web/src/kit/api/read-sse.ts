/** One event of a stream as the standard reads it; `id` is the last one seen so far. */
export interface SseFrame {
  event: string;
  data: string;
  id: string;
}

/**
 * Reads a server-sent event stream (HTML standard, 9.2.6): any line ending, any cut between chunks, comments
 * left out, an unfinished last event dropped.
 */
export async function* readSse(body: ReadableStream<Uint8Array>): AsyncGenerator<SseFrame> {
  const frame: SseFrame = { event: '', data: '', id: '' };
  for await (const line of readLines(body)) {
    if (line !== '') {
      takeField(frame, line);
      continue;
    }
    if (frame.data !== '')
      yield { event: frame.event || 'message', data: frame.data.slice(0, -1), id: frame.id };
    frame.event = '';
    frame.data = '';
  }
}

function takeField(frame: SseFrame, line: string): void {
  const colon = line.indexOf(':');
  if (colon === 0) return;
  const name = colon < 0 ? line : line.slice(0, colon);
  const raw = colon < 0 ? '' : line.slice(colon + 1);
  const value = raw.startsWith(' ') ? raw.slice(1) : raw;
  if (name === 'event') frame.event = value;
  if (name === 'data') frame.data += `${value}\n`;
  if (name === 'id' && !value.includes('\0')) frame.id = value;
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  // It also swallows a byte order mark at the start.
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      // A carriage return at the very end may be half of a pair whose line feed is still on its way.
      const cut = rest.endsWith('\r') && !done ? rest.slice(0, -1) : rest;
      const lines = cut.split(/\r\n|\n|\r/);
      rest = (lines.pop() ?? '') + rest.slice(cut.length);
      yield* lines;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
