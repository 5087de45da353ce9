import { ParseRefusal } from './parse-refusal.ts';

const deepest = 64;
const textsAtOnce = 500;

/** The texts of a JSON value, in order; with `keys`, those below a property of such a name. */
function* textsOf(
  value: unknown,
  keys: ReadonlySet<string>,
  isWanted: boolean,
  depth = 0,
): Generator<string> {
  if (depth > deepest) throw new ParseRefusal(`it is nested deeper than ${deepest} levels`);
  if (typeof value === 'string') {
    if (isWanted && value.trim() !== '') yield value;
  } else if (Array.isArray(value)) for (const item of value) yield* textsOf(item, keys, isWanted, depth + 1);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value))
      yield* textsOf(item, keys, isWanted || keys.has(key), depth + 1);
  else if (isWanted && keys.size > 0 && value !== null && value !== undefined) yield String(value);
}

/** The target of a JSON pointer; `undefined` where there is none. */
function follow(value: unknown, pointer: string): unknown {
  let at = value;
  for (const step of pointer.slice(1).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

/** "key" finds every property of that name, "/path/to" one place. */
function* select(value: unknown, pointers: readonly string[]): Generator<string> {
  if (pointers.length === 0) yield* textsOf(value, new Set(), true);
  const isPath = (pointer: string) => pointer.lastIndexOf('/') > 0;
  const keys = new Set(
    pointers.filter((pointer) => !isPath(pointer)).map((pointer) => pointer.replace('/', '')),
  );
  if (keys.size > 0) yield* textsOf(value, keys, false);
  for (const pointer of pointers.filter(isPath)) yield* textsOf(follow(value, pointer), new Set(['']), true);
}

function parse(bytes: Uint8Array, isLines: boolean): unknown[] {
  const text = new TextDecoder().decode(bytes);
  try {
    if (!isLines) return [JSON.parse(text)];
    return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as unknown]));
  } catch (error) {
    throw new ParseRefusal(`it is not valid JSON (${(error as Error).message.slice(0, 200)})`);
  }
}

/** The texts of a JSON file, or those below the named properties, in batches of five hundred. Throws ParseRefusal. */
export function* readJson(
  bytes: Uint8Array,
  isLines: boolean,
  pointers: readonly string[],
): Generator<string[]> {
  let texts: string[] = [];
  let found = 0;
  for (const whole of parse(bytes, isLines))
    for (const text of select(whole, pointers)) {
      texts.push(text);
      found += 1;
      if (texts.length < textsAtOnce) continue;
      yield texts;
      texts = [];
    }
  if (found === 0)
    throw new ParseRefusal(
      pointers.length > 0 ? `it has no text under ${pointers.join(', ')}.` : 'it holds no text.',
    );
  if (texts.length > 0) yield texts;
}
