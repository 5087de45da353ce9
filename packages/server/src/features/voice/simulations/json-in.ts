import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';

const mostTries = 20;

/** The first JSON object or list in a model's answer, whatever surrounds it; undefined when there is none. */
export function jsonIn(words: string): unknown {
  const start = words.search(/[[{]/);
  if (start < 0) return undefined;
  const closing = words[start] === '[' ? ']' : '}';
  let end = words.lastIndexOf(closing);
  for (let tries = 0; end > start && tries < mostTries; tries += 1) {
    try {
      return parseShallowJson(words.slice(start, end + 1));
    } catch {
      end = words.lastIndexOf(closing, end - 1);
    }
  }
  return undefined;
}
