const mostShown = 6;

/** Questions that could be asked next: a list, or its JSON text as clients of Flowise read it. */
export function readFollowUps(stored: unknown): string[] {
  const value = typeof stored === 'string' ? parse(stored) : stored;
  const list = Array.isArray(value) ? value : listInside(value);
  const questions = list.filter((item) => typeof item === 'string').map((item) => item.trim());
  return [...new Set(questions.filter(Boolean))].slice(0, mostShown);
}

// Some servers wrap the list: {"questions": […]}.
function listInside(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).find(Array.isArray) ?? [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
