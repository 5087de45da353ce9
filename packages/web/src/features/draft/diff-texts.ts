import { diffWordsWithSpace } from 'diff';

/** A stretch of two texts laid over each other. */
export interface TextPart {
  value: string;
  kind: 'same' | 'added' | 'removed';
  /** What stays the same is shortened where it is long: so many letters are left out after `value`, and then comes more. */
  leftOut?: { count: number; rest: string };
}

/** Longer texts are compared line by line by the person, not word by word by us. */
const mostLetters = 40_000;
/** Longer stretches that did not change are shortened to what stands beside the changes. */
const mostUnchanged = 4000;
const keptBeside = 600;

/** What came and what went between two texts; their common beginning and end cost nothing, however long they are. */
export function diffTexts(before: string, after: string): TextPart[] {
  const start = commonStart(before, after);
  const end = commonEnd(before.slice(start), after.slice(start));
  const old = before.slice(start, before.length - end);
  const fresh = after.slice(start, after.length - end);
  const isLong = old.length + fresh.length > mostLetters;
  const middle = isLong ? [removed(old), added(fresh)] : words(old, fresh);
  const parts = [same(before.slice(0, start)), ...middle, same(before.slice(before.length - end))];
  return join(parts.filter(({ value }) => value !== '')).map(shorten);
}

const same = (value: string): TextPart => ({ value, kind: 'same' });
const added = (value: string): TextPart => ({ value, kind: 'added' });
const removed = (value: string): TextPart => ({ value, kind: 'removed' });

const words = (before: string, after: string): TextPart[] =>
  diffWordsWithSpace(before, after).map((part) =>
    part.added ? added(part.value) : part.removed ? removed(part.value) : same(part.value),
  );

/** Up to the last space before the first difference: words stay whole. */
function commonStart(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let length = 0;
  while (length < most && before[length] === after[length]) length += 1;
  if (length === before.length && length === after.length) return length;
  while (length > 0 && !isSpace(before[length - 1])) length -= 1;
  return length;
}

function commonEnd(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let length = 0;
  while (length < most && before[before.length - length - 1] === after[after.length - length - 1])
    length += 1;
  while (length > 0 && !isSpace(before[before.length - length])) length -= 1;
  return length;
}

const isSpace = (letter: string | undefined) => letter !== undefined && /\s/.test(letter);

/** Neighbours of one kind are one part. */
function join(parts: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.kind === part.kind) joined[joined.length - 1] = { ...last, value: last.value + part.value };
    else joined.push(part);
  }
  return joined;
}

function shorten(part: TextPart, index: number, parts: readonly TextPart[]): TextPart {
  const { value, kind } = part;
  if (kind !== 'same' || value.length <= mostUnchanged) return part;
  const head = index === 0 ? '' : value.slice(0, keptBeside);
  const tail = index === parts.length - 1 ? '' : value.slice(-keptBeside);
  return { kind, value: head, leftOut: { count: value.length - head.length - tail.length, rest: tail } };
}
