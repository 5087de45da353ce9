const mostShown = 6;

/** Follow-up questions: a list, or the JSON text of one. */
export function readFollowUps(sent: unknown): string[] {
  const value = typeof sent === 'string' ? parse(sent) : sent;
  if (!Array.isArray(value)) return [];
  const questions = value.filter((item) => typeof item === 'string').map((item) => item.trim());
  return [...new Set(questions.filter(Boolean))].slice(0, mostShown);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
