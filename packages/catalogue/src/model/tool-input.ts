/** Reads the JSON text of a tool call; text that is not JSON is handed on as it is, for the tool to refuse. */
export function parseToolInput(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
