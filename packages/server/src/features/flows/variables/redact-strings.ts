const mask = '••••••••';
/** Shorter values would redact half of every text. */
const leastCharacters = 4;
/** Shorter values are words that also occur inside others: they are redacted as whole words only. */
const leastDistinct = 8;
/** Declared secret, but these carry no information, and redacting them would obscure what a run did. */
const trivial = new Set(['true', 'false', 'null', 'none', 'undefined']);
/** Keys whose values say what something is, in our own records and in those of model vendors. */
const structural = new Set(['type', 'role']);

/** Redacts strings in plain data: in values only, so that the data keeps its shape. */
export type RedactStrings = <T>(content: T) => T;

/** Creates the redaction of secret values in plain data; undefined when none of them can be redacted. */
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

/** A value as it is, in JSON, in JSON inside JSON, in a URL and in a form. */
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
  // Values that are JSON themselves are redacted as JSON.
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
