import type { PromptFacts } from './prompt-facts.ts';
import type { Identity } from './prompt-identity.ts';
import { sayIdentity } from './prompt-identity.ts';
import type { PromptRule } from './prompt-rules.ts';
import { askedKind } from './question-kind.ts';

const longestEcho = 160;
const mostTopics = 4;
const asksForScope =
  /\bwhat (?:can|do) you (?:do|know|help|offer|talk)|\bhow can you help|\bwhat (?:can|may|should) i ask|\bwhat (?:are you|is this) (?:for|about)/i;

function restate(question: string): string {
  const plain = question.replace(/\s+/g, ' ').trim();
  const echo = plain.length > longestEcho ? `${plain.slice(0, longestEcho)}…` : plain;
  return (
    'I am the demo model: I answer from the prompt and attached texts, call tools and remember what you tell me, ' +
    `but for “${echo}” a model of a vendor is needed.`
  );
}

const sampleQuestions: readonly (readonly [string, string])[] = [
  ['our opening hours', 'When are you open?'],
  ['our address', 'Where are you?'],
  ['prices', 'How much is it?'],
  ['how to reach us', 'What is your phone number?'],
  ['our e-mail address', 'What is your email?'],
];

function listOf(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} and ${last}` : last;
}

/** The topics of the facts, in a few words; undefined without any. */
function scopeOf({ statements, topics, questions }: PromptFacts): string | undefined {
  const named = [
    ...new Set(topics.map((topic) => (/^\p{Lu}{2}/u.test(topic) ? topic : topic.toLowerCase()))),
  ];
  if (named.length > 0) return `I can tell you about ${listOf(named.slice(0, mostTopics))}.`;
  if (questions.length > 0)
    return `Ask me, for example: ${questions
      .slice(0, 2)
      .map((question) => `“${question}”`)
      .join(' or ')}`;
  const kinds = sampleQuestions
    .filter(([, question]) => statements.some(({ text }) => askedKind(question)?.isIn(text)))
    .map(([name]) => name);
  if (kinds.length > 0) return `I can tell you about ${listOf(kinds)}.`;
  const [first] = statements;
  return first && `What I can tell you is this: ${first.text}`;
}

/** Says politely that the prompt holds no answer, and what it does cover. */
export function sayUnknown(
  question: string,
  system: string,
  { facts, rules, identity }: { facts: PromptFacts; rules: PromptRule[]; identity: Identity | undefined },
): string {
  const scope = scopeOf(facts);
  if (asksForScope.test(question) && (scope || identity)) {
    const self = identity ? `I am ${sayIdentity(identity)}.` : '';
    return [self, scope].filter(Boolean).join(' ');
  }
  const wanted =
    rules.find(({ isForUnknown }) => isForUnknown)?.text ??
    /\b(?:say|answer|reply|respond)(?: with)?:?\s*["“]([^"”\n]{3,120})["”]\s+(?:if|when)\b[^.\n]*\b(?:know|sure|find|answer)/i.exec(
      system,
    )?.[1];
  if (wanted)
    return /\b(?:sorry|know|sure|unfortunately|afraid)\b/i.test(wanted)
      ? wanted
      : `I am sorry, I do not know that. ${wanted}`;
  if (scope) return `I am sorry, I do not know that. ${scope}`;
  return restate(question);
}
