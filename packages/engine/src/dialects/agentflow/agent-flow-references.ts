import { AppError } from '@tendril/contract/app-error';
import { longestFilledText } from '@tendril/contract/flow/longest-filled-text';

/** `{{ path.to[0].something }}`. Spaces around it are trimmed afterwards: to match them here takes the cube of their number. */
const pattern = /\{\{([^{}]+)\}\}/g;
const steps = /[^.[\]]+|\[(\d+)\]|\["([^"\]]*)"\]|\['([^'\]]*)'\]/g;

/** Finds the value of a reference; undefined for what is none, which then stays as it is. */
export type FindValue = (path: readonly string[]) => { value: unknown } | undefined;

/** The names along a path: `a.b[0]["c d"]`. */
function parsePath(text: string): string[] {
  return [...text.trim().matchAll(steps)].map(
    ([whole, index, double, single]) => index ?? double ?? single ?? whole,
  );
}

/** The paths of all references in a text. */
export function pathsIn(text: string): string[][] {
  return [...text.matchAll(pattern)].map((match) => parsePath(match[1] ?? ''));
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Counts the characters that references have brought. Throws NODE_FAILED before a text grows without end. */
function countFilled(): (filled: string) => string {
  let length = 0;
  return (filled) => {
    length += filled.length;
    if (length <= longestFilledText) return filled;
    throw new AppError(
      'NODE_FAILED',
      `A text is longer than ${longestFilledText / 1_000_000} million characters once its references are filled in.`,
    );
  };
}

/** Whether the text is a JSON document with references in it. */
function isJsonText(text: string): boolean {
  if (!/^\s*[[{]/.test(text) || !/[\]}]\s*$/.test(text) || !/[[{]\s*"|\[\s*[[{\d]/.test(text)) return false;
  try {
    return typeof JSON.parse(text.replace(pattern, '0')) === 'object';
  } catch {
    return false;
  }
}

/** Says for one place in JSON text after the other whether it is between quotes, and reads the text once for all. */
function quotesIn(text: string): (at: number) => boolean {
  let [read, isQuoted] = [0, false];
  return (at) => {
    const quotes = text.slice(read, at).replace(/\\./g, '').match(/"/g)?.length ?? 0;
    if (quotes % 2 === 1) isQuoted = !isQuoted;
    read = at;
    return isQuoted;
  };
}

/** Fills a text. In one pass: a value that looks like a reference stays text, and none breaks out of JSON quotes. */
function fillText(text: string, find: FindValue): string {
  const isJson = isJsonText(text);
  const isQuotedAt = quotesIn(text);
  const counted = countFilled();
  return text.replace(pattern, (whole, path: string, at: number) => {
    const found = find(parsePath(path));
    const isQuoted = isJson && isQuotedAt(at);
    if (!found) return whole;
    if (!isJson) return counted(toText(found.value));
    const isText = typeof found.value === 'string' || found.value === undefined;
    if (isQuoted) return counted(JSON.stringify(toText(found.value)).slice(1, -1));
    return counted(isText ? toText(found.value) || 'null' : JSON.stringify(found.value));
  });
}

/** Fills the references in all texts of a value. */
export function fillReferences(value: unknown, find: FindValue): unknown {
  if (typeof value === 'string') return fillText(value, find);
  if (Array.isArray(value)) return value.map((item) => fillReferences(item, find));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillReferences(item, find)]));
}
