/** The position where a text stops being valid JSON. */
export interface JsonProblem {
  line: number;
  column: number;
  reason: string;
}

/** Why a text is not valid JSON; undefined if it is. */
export function jsonProblem(text: string): JsonProblem | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    return {
      ...placeOf(said, text),
      reason: said.replace(/,? ?(?:in JSON )?at (?:line|position) \d+.*$/s, ''),
    };
  }
}

// Engines describe the position differently, and not at all when the text ends too early.
function placeOf(said: string, text: string): { line: number; column: number } {
  const named = /line (\d+) column (\d+)/.exec(said);
  if (named) return { line: Number(named[1]), column: Number(named[2]) };
  const position = /position (\d+)/.exec(said);
  const before = position ? text.slice(0, Number(position[1])) : text;
  const lines = before.split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
