/** A file embedded in a parameter as text: `data:text/plain;base64,AAAA,filename:faq.txt`. */
export interface InlineFile {
  name: string;
  mediaType: string;
  content: Buffer;
}

const shape = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w-]+=[^;,]*)*(;base64)?,/;
const nameTag = ',filename:';

/** Parses a data URI; undefined when the text is none. Handles percent-encoding and base64. */
export function readDataUri(text: string): InlineFile | undefined {
  const match = shape.exec(text);
  if (!match) return undefined;
  const tagAt = text.lastIndexOf(nameTag);
  const end = tagAt > 0 ? tagAt : text.length;
  const body = text.slice(match[0].length, end);
  return {
    name: safeName(tagAt > 0 ? text.slice(tagAt + nameTag.length) : ''),
    mediaType: match[1] ?? 'text/plain',
    content: match[2] ? Buffer.from(body, 'base64') : Buffer.from(decodePercent(body)),
  };
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// A label for people and for FILE-STORAGE::["name"]; it never becomes a path.
function safeName(text: string): string {
  const last = text.split(/[\\/]/).at(-1) ?? '';
  const plain = last
    .replace(/[\p{Cc}"]/gu, '')
    .trim()
    .slice(0, 200);
  return plain === '' || plain === '.' || plain === '..' ? 'file' : plain;
}
