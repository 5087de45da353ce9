import type { PromptFacts } from './prompt-facts.ts';
import { askedKind } from './question-kind.ts';
import { type RankedStatement, rankStatements, type Statement } from './rank-statements.ts';
import { weekdaysIn } from './weekday-words.ts';
import { contentWords } from './words.ts';

const leastCoverage = 0.6;
/** Enough where the statement also holds the kind of value that was asked for. */
const leastOfKind = 0.34;
/** Enough for a yes-or-no question: one of its words names the thing. */
const leastOfYesNo = 0.45;
const yesNo = /^\s*(?:do|does|can|may|is|are|have|has|will)\b/i;
const kindBonus = 1.4;
const topicShare = 0.4;
const nearlyEqual = 0.97;
const mostTogether = 3;

/** Words that carry no meaning in questions of other languages. */
const filler =
  /(?<!\p{L})(?:wie|sind|die|der|das|ist|ein|eine|was|wann|wo|wer|haben|gibt|es|sie|ihr|ihre|qué|cuál|cuánto|cuándo|dónde|el|la|los|las|son|un|una|tienen|quel|quelle|quels|quelles|où|quand|est|sont|le|les|des|vous|avez|votre|vos)(?!\p{L})/giu;

function accepted(question: string, facts: readonly Statement[]): RankedStatement[] {
  const kind = askedKind(question);
  const usual = yesNo.test(question) ? leastOfYesNo : leastCoverage;
  const days = weekdaysIn(question).join(' ');
  return rankStatements(`${question.replace(filler, ' ')} ${days}`, facts)
    .map((one) => ({ ...one, isOfKind: kind?.isIn(one.text) ?? false }))
    .filter(({ coverage, isOfKind }) => coverage >= (isOfKind ? leastOfKind : usual))
    .map(({ isOfKind, ...one }) => ({ ...one, score: one.score * (isOfKind ? kindBonus : 1) }))
    .sort((one, other) => other.score - one.score);
}

/** "Where are you?" shares no word with its answer: the first statement with such a value is it. */
function ofBareKind(question: string, facts: readonly Statement[]): Statement | undefined {
  const kind = askedKind(question);
  if (!kind?.isBare || !/\b(?:you|your|i|we|there|open|closed?|hours|address)\b/i.test(question))
    return undefined;
  const fitting = facts.filter(({ text }) => kind.isIn(text));
  return fitting.find(({ words }) => words.some(({ word }) => word === 'open')) ?? fitting[0];
}

function bestFor(
  question: string,
  { statements: facts, lists }: PromptFacts,
  topic: string | undefined,
): string | undefined {
  const asked = contentWords(question);
  const list =
    asked.length > 0 && lists.find(({ titleWords }) => asked.every((word) => titleWords.includes(word)));
  if (list) return list.text;
  const ranked = accepted(question, facts);
  if (topic) {
    const byTopic = new Map(rankStatements(topic, facts).map(({ text, score }) => [text, score]));
    for (const one of ranked) one.score += topicShare * (byTopic.get(one.text) ?? 0);
    ranked.sort((one, other) => other.score - one.score);
  }
  const best = ranked[0];
  if (!best) return ofBareKind(question, facts)?.text;
  const equal = ranked.filter(
    ({ score, coverage }) => score >= best.score * nearlyEqual && coverage >= best.coverage,
  );
  const texts = equal.slice(0, mostTogether).map(({ text }) => text);
  // A statement contained in another is not repeated.
  return texts.filter((text) => !texts.some((other) => other !== text && other.includes(text))).join(' ');
}

const asking = /\b(?:when|where|what|which|who|how|is|are|do|does|can|may)\b/i;

/** "When do you open, and where are you?" are two questions. */
function partsOf(message: string): string[] {
  const sentences = message.split(/(?<=[?!.])\s+/).filter(Boolean);
  const asked = sentences.filter((sentence) => sentence.includes('?'));
  const parts = (asked.length > 0 ? asked : [message]).flatMap((sentence) =>
    sentence.split(
      /(?:,\s+|(?<![,\s])\s+)and\s+(?=(?:when|where|what|which|who|how|do you|can i|is there|are there)\b)/i,
    ),
  );
  return parts.filter((part) => asking.test(part)).length === parts.length ? parts : [message];
}

/**
 * Answers a message from facts; `topic` is the question before it, if this one follows up on it. Undefined unless a
 * fact plainly fits.
 */
export function answerFromFacts(message: string, facts: PromptFacts, topic?: string): string | undefined {
  const answers = partsOf(message).map((part) => {
    const own = contentWords(part).length > 0 || !topic ? bestFor(part, facts, topic) : undefined;
    return own ?? (topic && bestFor(`${part} ${topic}`, facts, undefined));
  });
  const found = [...new Set(answers.filter((answer) => answer !== undefined))];
  return found.length > 0 ? found.join(' ') : undefined;
}
