import type { Passages } from './passages.ts';
import { rankStatements, type Statement, statementsOf } from './rank-statements.ts';

const leastCoverage = 0.3;

const quote = ({ text, passage }: Statement) => `“${text}”${passage === undefined ? '' : ` [${passage}]`}`;

/** Answers a question with the best statement of the passages, in its own words. */
export function answerFromPassages({ passages, question, unknownAnswer }: Passages): string {
  const ranked = rankStatements(question, statementsOf(passages));
  const best = ranked[0];
  if (!best || best.coverage < leastCoverage) {
    return unknownAnswer ?? 'I could not find an answer to that in the text I was given.';
  }
  const next = ranked[1];
  const isCloseSecond = next && next.score > best.score * 0.8 && next.coverage > 0.6;
  const second = isCloseSecond ? ` And: ${quote(next)}` : '';
  return `Here is what the text says: ${quote(best)}${second}`;
}

/** Sentences that tell the model what to do, rather than tell of the world. */
const instruction =
  /^(?:you\b|act|answer|always|never|do not|don't|be|use|if|when|the following|given|please|speak|reply|respond|keep|remember|ask|help|find|look|offer|say|book|tell|give|write|explain|list|make|name|your (?:task|job|name|role))\b/i;

/** Answers from facts that stand in the instructions themselves; undefined unless one plainly fits. */
export function answerFromInstructions(system: string, question: string): string | undefined {
  const facts = statementsOf([{ text: system, number: undefined }]).filter(
    ({ text }) => !instruction.test(text) && !/[{}<>]/.test(text),
  );
  const best = rankStatements(question, facts)[0];
  if (!best || best.coverage < 0.6) return undefined;
  return best.text;
}
