const mask = '••••••••';
/** Shorter values would black out half of every text. */
const leastCharacters = 4;
/** Shorter values are words that also stand inside others: they are taken out where they stand alone only. */
const leastDistinct = 8;
/** As secret as they are declared to be, these say nothing, and hiding them would hide what a run did. */
const trivial = new Set(['true', 'false', 'null', 'none', 'undefined']);
/** Keys whose values say what something is, in our own records and in those of model vendors. */
const structural = new Set(['type', 'role']);

/** Takes strings out of plain data: of the values alone, so that the data keeps its shape. */
export type RedactStrings = <T>(content: T) => T;

/** Makes what takes secret values out of plain data; undefined when none of them can be taken out. */
export function stringRedactor(values: readonly string[]): RedactStrings | undefined {
  const pattern = patternOf(values.map((value) => value.trim()).filter(isEmitting));
  return pattern && (<T>(content: T) => redact(content, pattern) as T);
}

function isEmitting(value: string): boolean {
  return value.length >= leastCharacters && !trivial.has(value.toLowerCase());
}

function patternOf(values: readonly string[]): RegExp | undefined {
  const spellings = [...new Set(values.flatMap(spellingsOf))].sort(
    (left, right) => right.length - left.length,
  );
  if (spellings.length === 0) return undefined;
  const parts = spellings.map((spelling) => {
    const escaped = spelling.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    return spelling.length < leastDistinct ? `(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])` : escaped;
  });
  return new RegExp(parts.join('|'), 'gu');
}

/** A value as it is, in JSON, in JSON inside JSON, in an address and in a form. */
function spellingsOf(value: string): string[] {
  const once = JSON.stringify(value).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  const inForm = new URLSearchParams({ v: value }).toString().slice(2);
  return [value, once, twice, encodeURIComponent(value.toWellFormed()), inForm];
}

function redact(content: unknown, pattern: RegExp): unknown {
  if (typeof content === 'string') return content.replace(pattern, mask);
  if (typeof content !== 'object' || content === null) return content;
  if (Array.isArray(content)) {
    const items = content.map((item: unknown) => redact(item, pattern));
    return items.some((item, index) => item !== content[index]) ? items : content;
  }
  // What decides about its own JSON is looked at as that.
  if ('toJSON' in content && typeof content.toJSON === 'function') return redact(content.toJSON(), pattern);
  return redactEntries(content, pattern);
}

function redactEntries(content: object, pattern: RegExp): object {
  let hasChanged = false;
  const entries = Object.entries(content).map(([key, value]: [string, unknown]) => {
    const shown = structural.has(key) && typeof value === 'string' ? value : redact(value, pattern);
    hasChanged ||= shown !== value;
    return [key, shown];
  });
  return hasChanged ? (Object.fromEntries(entries) as object) : content;
}
