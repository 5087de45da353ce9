import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
/** Parses the JSON text of a tool call; text that is not JSON is passed on as it is, for the tool to refuse. */
export function parseToolInput(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return parseShallowJson(text) as unknown;
  } catch {
    return text;
  }
}
