/** Any thrown value as a message: the text of its `message`, else its JSON, else its string. */
export function toMessage(thrown: unknown): string {
  if (
    typeof thrown === 'object' &&
    thrown !== null &&
    'message' in thrown &&
    typeof thrown.message === 'string'
  ) {
    return thrown.message;
  }
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return String(thrown);
  }
}
