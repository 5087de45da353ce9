/** As much as a model can usefully read at once. */
const maxCharacters = 15_000;

/** A tool's answer as the model reads it: text as it is, anything else as JSON, cut where it is too long. */
export function boundedText(value: unknown, limit = maxCharacters): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > limit ? `${text.slice(0, limit)}\n[cut after ${limit} characters]` : text;
}
