import type { Block, Place } from '@tendril/contract/provider/block';

const deepest = 64;
/** A value longer than this is taken apart. */
const mostChars = 4000;

const isScalar = (value: unknown) => typeof value !== 'object' || value === null;
const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** A value as lines "name: value"; inner ones are named with dots. */
function linesOf(value: unknown, name: string, depth = 0): string[] {
  if (depth > deepest) throw new Error(`it is nested deeper than ${deepest} levels`);
  if (value === null || value === undefined || value === '') return [];
  if (isScalar(value)) return [name === '' ? String(value) : `${name}: ${String(value)}`];
  if (Array.isArray(value) && value.every(isScalar))
    return [`${name === '' ? '' : `${name}: `}${value.join(', ')}`];
  const inner = Object.entries(value as object);
  return inner.flatMap(([key, item]) => linesOf(item, name === '' ? key : `${name}.${key}`, depth + 1));
}

interface JsonPlace {
  pointer: string;
  path: readonly string[];
  place: Place;
}

function* blocksOf(value: unknown, at: JsonPlace, depth = 0): Generator<Block> {
  const { pointer, path, place } = at;
  const lines = linesOf(value, '', depth);
  const text = lines.join('\n');
  const isWhole = isScalar(value) || text.length <= mostChars;
  if (isWhole) {
    if (text !== '')
      yield {
        kind: 'text',
        text,
        ...(path.length > 0 && { path }),
        place: { ...place, anchor: pointer || '/' },
      };
    return;
  }
  const isList = Array.isArray(value);
  for (const [key, item] of Object.entries(value as object)) {
    const inner = { pointer: `${pointer}/${escaped(key)}`, path: isList ? path : [...path, key], place };
    // The name of a short value says what it is.
    yield* isScalar(item) && !isList
      ? blocksOf({ [key]: item }, { ...inner, path }, depth + 1)
      : blocksOf(item, inner, depth + 1);
  }
}

/** JSON, a block for each element of its list, or for each part of a long one; places are JSON pointers. */
export function* jsonBlocks(text: string): Generator<Block> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(`it is not valid JSON (${(error as Error).message.slice(0, 200)})`);
  }
  const whole = { pointer: '', path: [], place: {} };
  if (!Array.isArray(value)) return yield* blocksOf(value, whole);
  for (const [index, item] of value.entries()) yield* blocksOf(item, { ...whole, pointer: `/${index}` });
}

/** JSON Lines, a block for each line. */
export function* jsonLineBlocks(text: string): Generator<Block> {
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      throw new Error(`line ${index + 1} is not valid JSON (${(error as Error).message.slice(0, 200)})`);
    }
    yield* blocksOf(value, { pointer: '', path: [], place: { lines: [index + 1, index + 1] } });
  }
}
