import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
/** Finds the JSON value in a model's text: the whole of it, a fenced block, or the outermost braces. */
export function readJson(text: string): unknown {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(text)?.[1];
  const [from, to] = [text.search(/[[{]/), Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'))];
  const braces = from >= 0 && to > from ? text.slice(from, to + 1) : undefined;
  for (const candidate of [text, fenced, braces]) {
    if (candidate === undefined) continue;
    try {
      return parseShallowJson(candidate) as unknown;
    } catch {
      // The next candidate may be the JSON inside the prose.
    }
  }
  return undefined;
}
