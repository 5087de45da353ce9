/** The data of one frame of a streamed answer. */
export interface Frame {
  event: string;
  data: unknown;
}

/**
 * Parses an event stream and yields the frames of each chunk together, so that a page renders once per chunk. Any
 * chunking and any line ending is accepted; frames that are not JSON are skipped.
 */
export async function* readFrames(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let data = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      // A carriage return at the very end may be half of a CRLF pair.
      const isHalf = rest.endsWith('\r') && !done;
      const lines = (isHalf ? rest.slice(0, -1) : rest).split(/\r\n|\n|\r/);
      rest = (lines.pop() ?? '') + (isHalf ? '\r' : '');
      const frames: Frame[] = [];
      for (const line of lines) {
        if (line.startsWith('data:')) data += `${data && '\n'}${line.slice(5).trimStart()}`;
        if (line !== '') continue;
        const frame = toFrame(data);
        data = '';
        if (frame) frames.push(frame);
      }
      if (frames.length > 0) yield frames;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function toFrame(data: string): Frame | undefined {
  if (data === '') return undefined;
  try {
    const { event, data: carried } = JSON.parse(data) as Record<string, unknown>;
    return typeof event === 'string' ? { event, data: carried } : undefined;
  } catch {
    return undefined;
  }
}
