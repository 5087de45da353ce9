import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';

/** A socket's message as JSON; undefined when it is none. */
export function readMessage(message: string | Uint8Array): unknown {
  if (typeof message !== 'string') return undefined;
  try {
    return parseShallowJson(message);
  } catch {
    return undefined;
  }
}
