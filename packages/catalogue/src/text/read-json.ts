import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
/** Finds the JSON value in a model's text: the whole of it, a fenced block, or the outermost braces. */
export function readJson(text: string): unknown {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(text)?.[1];
  const braces = /[[{][\s\S]*[\]}]/.exec(text)?.[0];
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
