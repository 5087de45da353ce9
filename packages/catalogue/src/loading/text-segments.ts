/** Characters per segment: enough for any splitter, and split within a few milliseconds. */
const segmentLength = 64 * 1024;

interface TextSegment {
  text: string;
  linesBefore: number;
  /** Bytes read so far. */
  bytes: number;
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** The last paragraph end in the second half, else line end, else word end; else between two characters. */
function cutAt(text: string, length: number): number {
  const half = length / 2;
  for (const end of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(end, length - end.length);
    if (at >= half) return at + end.length;
  }
  // Not inside a surrogate pair.
  const code = text.charCodeAt(length - 1);
  return code >= 0xd800 && code <= 0xdbff ? length - 1 : length;
}

/** A byte stream as text segments that end at paragraphs or lines; the same bytes always give the same segments. */
export async function* textSegments(content: AsyncIterable<Uint8Array>): AsyncGenerator<TextSegment> {
  const decoder = new TextDecoder();
  let rest = '';
  let linesBefore = 0;
  let bytes = 0;
  for await (const part of content) {
    bytes += part.length;
    rest += decoder.decode(part, { stream: true });
    while (rest.length > segmentLength) {
      const end = cutAt(rest, segmentLength);
      const text = rest.slice(0, end);
      yield { text, linesBefore, bytes };
      linesBefore += countLines(text);
      rest = rest.slice(end);
    }
  }
  rest += decoder.decode();
  if (rest !== '') yield { text: rest, linesBefore, bytes };
}

/** An existing text in the same segments; a short one is a single segment. */
export function cutText(text: string): string[] {
  const segments: string[] = [];
  let start = 0;
  while (text.length - start > segmentLength) {
    const rest = text.slice(start, start + segmentLength);
    const end = cutAt(rest, segmentLength);
    segments.push(rest.slice(0, end));
    start += end;
  }
  segments.push(text.slice(start));
  return segments;
}
