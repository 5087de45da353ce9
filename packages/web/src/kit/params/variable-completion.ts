import type { VariableChoice } from './param-props.ts';

/** An open brace before the cursor, and the text typed after it. */
export interface OpenBrace {
  start: number;
  query: string;
}

/** How long a name may be while it is typed; a longer text behind a brace is no name. */
const longestName = 80;

/** The brace that a variable is being typed behind: `{` or `{{`, without anything that cannot be in a name. */
export function openBrace(text: string, cursor: number): OpenBrace | undefined {
  const before = text.slice(Math.max(0, cursor - longestName), cursor);
  const match = /\{{1,2}([$\w.[\]-]*)$/.exec(before);
  if (!match || before.slice(0, match.index).endsWith('{')) return undefined;
  return { start: cursor - match[0].length, query: match[1] ?? '' };
}

/** The choices whose name or words hold what was typed; names that begin with it first. */
export function fittingVariables(choices: readonly VariableChoice[], query: string): VariableChoice[] {
  const word = query.toLowerCase();
  const fits = (text: string) => text.toLowerCase().includes(word);
  const begins = (choice: VariableChoice) =>
    choice.name.toLowerCase().replace(/^\$/, '').startsWith(word.replace(/^\$/, ''));
  const found = choices.filter((choice) => fits(choice.name) || (query.length > 1 && fits(choice.about)));
  return [...found.filter(begins), ...found.filter((choice) => !begins(choice))];
}

/** The text with the typed braces turned into `{{name}}`; braces that an editor closed by itself are taken up. */
export function completeVariable(
  text: string,
  cursor: number,
  brace: OpenBrace,
  name: string,
): { text: string; cursor: number } {
  const closing = /^\}{1,2}/.exec(text.slice(cursor))?.[0].length ?? 0;
  const start = `${text.slice(0, brace.start)}{{${name}}}`;
  return { text: start + text.slice(cursor + closing), cursor: start.length };
}
