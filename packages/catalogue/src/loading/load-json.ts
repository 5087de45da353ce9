import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import { openFlowFiles, wholeFile } from '../retrieval/flow-file.ts';
import { fileFailure } from './file-failure.ts';

const mostMegabytes = 25;
const deepest = 64;
const textsAtOnce = 500;

/** The texts of a JSON value, in order; with `keys`, those below a property of such a name. */
function* textsOf(
  value: unknown,
  keys: ReadonlySet<string>,
  isWanted: boolean,
  depth = 0,
): Generator<string> {
  if (depth > deepest) throw new Error(`it is nested deeper than ${deepest} levels`);
  if (typeof value === 'string') {
    if (isWanted && value.trim() !== '') yield value;
  } else if (Array.isArray(value)) for (const item of value) yield* textsOf(item, keys, isWanted, depth + 1);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value))
      yield* textsOf(item, keys, isWanted || keys.has(key), depth + 1);
  else if (isWanted && keys.size > 0 && value !== null && value !== undefined) yield String(value);
}

/** What a JSON pointer leads to; `undefined` where it leads nowhere. */
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

function parse(name: string, bytes: Uint8Array): unknown[] {
  const text = new TextDecoder().decode(bytes);
  try {
    if (!/\.jsonl$/i.test(name)) return [parseShallowJson(text)];
    return text
      .split('\n')
      .flatMap((line) => (line.trim() === '' ? [] : [parseShallowJson(line) as unknown]));
  } catch (error) {
    throw fileFailure(name, `it is not valid JSON (${(error as Error).message.slice(0, 200)})`, error);
  }
}

/** Splits "a, /b/c" as it is typed. */
export function toPointers(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((pointer) => pointer.trim())
    .filter(Boolean);
}

/** JSON files, a document for each text in them, or for each below the named properties. Throws NODE_FAILED naming the file. */
export async function* loadJsonFiles(
  value: string,
  pointers: readonly string[],
  services: NodeServices,
): AsyncGenerator<LoadedPart> {
  let done = 0;
  for await (const file of openFlowFiles(value, services)) {
    const { name, size } = file;
    if (size > mostMegabytes * 1024 * 1024) throw fileFailure(name, `it is larger than ${mostMegabytes} MB.`);
    const texts: string[] = [];
    try {
      for (const whole of parse(name, await wholeFile(file))) texts.push(...select(whole, pointers));
    } catch (error) {
      throw error instanceof Error && error.message.startsWith('it is nested')
        ? fileFailure(name, error.message)
        : error;
    }
    if (texts.length === 0)
      throw fileFailure(
        name,
        pointers.length > 0 ? `it has no text under ${pointers.join(', ')}.` : 'it holds no text.',
      );
    for (let start = 0; start < texts.length; start += textsAtOnce) {
      const documents = texts.slice(start, start + textsAtOnce).map((pageContent, index) => ({
        pageContent,
        metadata: { source: name, line: start + index + 1 },
      }));
      done += documents.length;
      yield { documents, progress: { done, total: null, unit: 'parts' } };
    }
  }
}
