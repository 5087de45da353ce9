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

/** Whether there is any reference in a text. */
export function hasReference(text: string): boolean {
  return text.search(pattern) >= 0;
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

/** Long texts name the same few values again and again. */
function remembering(find: FindValue): (path: string) => ReturnType<FindValue> {
  const known = new Map<string, ReturnType<FindValue>>();
  return (path) => {
    if (!known.has(path)) known.set(path, find(parsePath(path)));
    return known.get(path);
  };
}

/** Others have their turn after so many references: a text of megabytes holds hundreds of thousands. */
const filledInOneTurn = 2000;
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

function filledIn(found: { value: unknown }, isJson: boolean, isQuoted: boolean): string {
  if (!isJson) return toText(found.value);
  const isText = typeof found.value === 'string' || found.value === undefined;
  if (isQuoted) return JSON.stringify(toText(found.value)).slice(1, -1);
  return isText ? toText(found.value) || 'null' : JSON.stringify(found.value);
}

/** Fills a text. In one pass: a value that looks like a reference stays text, and none breaks out of JSON quotes. */
async function fillText(text: string, find: FindValue): Promise<string> {
  const isJson = isJsonText(text);
  const isQuotedAt = quotesIn(text);
  const counted = countFilled();
  const findOnce = remembering(find);
  const pieces: string[] = [];
  let [read, count] = [0, 0];
  for (const { 0: whole, 1: path = '', index } of text.matchAll(pattern)) {
    count += 1;
    if (count % filledInOneTurn === 0) await nextTurn();
    const found = findOnce(path);
    const isQuoted = isJson && isQuotedAt(index);
    pieces.push(text.slice(read, index), found ? counted(filledIn(found, isJson, isQuoted)) : whole);
    read = index + whole.length;
  }
  return pieces.join('') + text.slice(read);
}

/** Fills the references in all texts of a value. */
export async function fillReferences(value: unknown, find: FindValue): Promise<unknown> {
  if (typeof value === 'string') return value.includes('{{') ? fillText(value, find) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const filled: unknown[] = [];
    for (const item of value) filled.push(await fillReferences(item, find));
    return filled;
  }
  const filled: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) filled.push([key, await fillReferences(item, find)]);
  return Object.fromEntries(filled);
}
