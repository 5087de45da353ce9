/** Who may read a file without any list, in a knowledge base whose lists decide. */
export const defaultList = '["workspace"]';

/** Anybody who asks, known or not. */
export const publicCallers: readonly string[] = ['public'];

const mostParsed = 5000;
const parsed = new Map<string, readonly string[]>();

/** The tokens of a stored list; a list that cannot be read names nobody. */
function tokensOf(list: string): readonly string[] {
  const known = parsed.get(list);
  if (known) return known;
  if (parsed.size >= mostParsed) parsed.clear();
  const tokens = readTokens(list);
  parsed.set(list, tokens);
  return tokens;
}

function readTokens(list: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(list);
    return Array.isArray(value) && value.every((token) => typeof token === 'string') ? value : ['unreadable'];
  } catch {
    return ['unreadable'];
  }
}

/** Whether a stored list names one of these callers' tokens; an empty list is for owners of the workspace. */
export function mayRead(list: string, callers: ReadonlySet<string>): boolean {
  const tokens = tokensOf(list);
  return tokens.length === 0 ? callers.has('owner') : tokens.some((token) => callers.has(token));
}
