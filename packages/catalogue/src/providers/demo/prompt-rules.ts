import { spokenSentence } from './spoken-sentence.ts';
import { contentWords, sentencesOf } from './words.ts';

/** "If somebody asks for parking, say that it is behind the house." */
export interface PromptRule {
  /** Words of the case it applies to. */
  words: string[];
  /** It applies to questions that nothing else answers. */
  isForUnknown: boolean;
  /** The answer then. */
  text: string;
}

const conditionFirst =
  /^(?:if|when|whenever|in case)\s+(.+?),\s*(?:then\s+|please\s+|just\s+|simply\s+|politely\s+|always\s+)*(.+)$/is;
const unmarked = /^(?:if|when|whenever)\s+(.+?)\s+(?=(?:say|answer|reply|respond)\b)(.+)$/is;
const conditionLast =
  /^((?:say|answer|reply|respond|tell|offer|apologi[sz]e|ask)\b.+?)\s+(?:if|when|whenever)\s+(.+)$/is;
const unknown =
  /(?:do|does) ?n[o'’]t know|can ?n[o'’]t (?:answer|help)|not (?:sure|in the|listed|covered|known|found|written)|unsure|no (?:answer|information)|(?:any|some)thing else|else (?:is|comes)|other (?:questions?|topics?|things)|don['’]t have/i;
const subject =
  /^(?:(?:the |a |any )?(?:callers?|customers?|users?|guests?|patients?|visitors?|clients?|persons?|people|somebody|someone|anyone|anybody)|they)\b/i;
const frame =
  /\b(?:is |are )?(?:asks?|asked|asking|wants?|wishes|says?|mentions?|talks?|inquires?|about|whether|to know|wonders?)\b/gi;

/** The sentence that an instruction to say something produces; undefined for other instructions. */
function spoken(action: string): string | undefined {
  const plain = action.trim().replace(/^(?:and|then|please|just|simply|politely)\s+/i, '');
  const said =
    /^(?:say|answer|reply|respond|mention|explain|(?:tell|inform|let)\s+(?:them|him|her|the \w+|people)(?: know)?)(?: with)?(?: only)?(?: that)?\s*:?\s+(.+)$/is.exec(
      plain,
    )?.[1];
  if (said && !/^(?:in|politely|briefly|to|about|so)\b/i.test(said)) return spokenSentence(said);
  const asked = /^ask\s+(?:(?:them|him|her|the \w+)\s+)?for\s+(?:their|the|his|her|an?)?\s*(.+?)[.]?$/is.exec(
    plain,
  )?.[1];
  if (asked) return `Please tell me your ${asked}.`;
  const offered = /^offer\s+(?:them\s+)?to\s+(.+?)[.]?$/is.exec(plain)?.[1];
  if (offered) return `I can ${offered.replace(/\btheir\b/g, 'your').replace(/\bthem\b/g, 'you')}.`;
  const sent =
    /^(?:refer|direct|send|point|forward|transfer)\s+(?:them|him|her|the \w+|people)\s+to\s+(.+?)[.]?$/is.exec(
      plain,
    )?.[1];
  if (sent) return `Please turn to ${sent}.`;
  const sorry = /^apologi[sz]e\b(?:[^.]*?\band\s+(.+))?/is.exec(plain);
  if (sorry) return ['I am sorry about that.', sorry[1] && spoken(sorry[1])].filter(Boolean).join(' ');
  return undefined;
}

function readRule(sentence: string): PromptRule | undefined {
  const first = conditionFirst.exec(sentence) ?? unmarked.exec(sentence);
  const last = first ? undefined : conditionLast.exec(sentence);
  const condition = first?.[1] ?? last?.[2];
  const text = spoken(first?.[2] ?? last?.[1] ?? '');
  if (!condition || !text) return undefined;
  const isForUnknown = unknown.test(condition);
  return { words: contentWords(condition.replace(subject, ' ').replace(frame, ' ')), isForUnknown, text };
}

/** The rules of a prompt that say what to answer when. */
export function promptRules(prompt: string): PromptRule[] {
  return prompt
    .split('\n')
    .map((line) => line.trim().replace(/^(?:[-*•+]|\d{1,2}[.)])\s+/, ''))
    .flatMap(sentencesOf)
    .map(readRule)
    .filter((rule) => rule !== undefined);
}

/** The answer that the rules give to a message; undefined when none applies. */
export function answerByRule(message: string, rules: readonly PromptRule[]): string | undefined {
  const said = new Set(contentWords(message));
  let best: { rule: PromptRule; share: number } | undefined;
  for (const rule of rules) {
    if (rule.isForUnknown || rule.words.length === 0) continue;
    const share = rule.words.filter((word) => said.has(word)).length / rule.words.length;
    if (share >= 0.5 && share > (best?.share ?? 0)) best = { rule, share };
  }
  return best?.rule.text;
}
