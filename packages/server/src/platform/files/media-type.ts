import { AppError } from '@tendril/contract/app-error';
import { endingOf } from './file-name.ts';
import { marks, typesByEnding } from './media-type.data.ts';

/** How many bytes of a file are needed to detect its type. */
export const headBytes = 4096;

const families: Readonly<Record<string, string>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'application/zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'application/zip',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'application/zip',
  'application/vnd.ms-excel': 'application/msword',
};

/**
 * The type of a file by its extension and its first bytes together; the sender's claim is ignored. Throws
 * UNSUPPORTED_MEDIA_TYPE when the two contradict each other.
 */
export function mediaTypeOf(name: string, head: Uint8Array): string {
  const byEnding = typesByEnding[endingOf(name)];
  const byContent = familyOf(head);
  if (byContent === 'text')
    return byEnding === undefined || isText(byEnding) ? (byEnding ?? 'text/plain') : refuse(name);
  // Older files are in the letters of Western Windows, or two bytes each.
  if (byEnding !== undefined && isText(byEnding) && byContent === undefined && isOtherText(head))
    return byEnding;
  if (byEnding === undefined)
    return byContent === 'application/x-program' ? refuse(name) : (byContent ?? 'application/octet-stream');
  const wanted = families[byEnding] ?? byEnding;
  return wanted === byContent ? byEnding : refuse(name);
}

/** Whether files of a type are read as text. */
export function isText(mediaType: string): boolean {
  return (
    /^text\//.test(mediaType) ||
    /^application\/(json|jsonl|xml|yaml|x-yaml|sql|javascript|typescript|csv)$/.test(mediaType) ||
    /\+(json|xml)$/.test(mediaType)
  );
}

function familyOf(head: Uint8Array): string | undefined {
  if (head.length === 0) return 'text';
  const start = Buffer.from(head.subarray(0, 16)).toString('latin1');
  const mark = marks.find(([, at, bytes]) => start.startsWith(bytes, at));
  if (mark && !(mark[2] === 'MZ' && isPlainText(head))) return mark[0];
  return isPlainText(head) ? 'text' : undefined;
}

// A file that begins in the middle of a character is not text; one that is cut at the end may be.
function isPlainText(head: Uint8Array): boolean {
  if (head.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Text that is not UTF-8: by its mark, else by having no signs that text never has. */
function isOtherText(head: Uint8Array): boolean {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return !head.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13);
}

function refuse(name: string): never {
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', `The content of "${name}" does not match its file type.`);
}
