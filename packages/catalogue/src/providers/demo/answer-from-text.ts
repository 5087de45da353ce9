import type { Passages } from './passages.ts';
import { rankStatements, type Statement, statementsOf } from './rank-statements.ts';

const leastCoverage = 0.3;

const quote = ({ text, passage }: Statement) => `“${text}” [${passage}]`;

/**
 * Answers a question with the best statement of the passages, verbatim: quoted where the passages are numbered, so that
 * it can be cited. Undefined when none fits.
 */
export function answerFromPassages({
  passages,
  question,
}: Pick<Passages, 'passages' | 'question'>): string | undefined {
  const ranked = rankStatements(question, statementsOf(passages));
  const best = ranked[0];
  if (!best || best.coverage < leastCoverage) return undefined;
  const next = ranked[1];
  const isCloseSecond = next && next.score > best.score * 0.8 && next.coverage > 0.6;
  if (best.passage === undefined) return isCloseSecond ? `${best.text} ${next.text}` : best.text;
  const second = isCloseSecond ? ` And: ${quote(next)}` : '';
  return `Here is what the text says: ${quote(best)}${second}`;
}
