import { stageDirections } from '@tendril/contract/voice/stage-directions';
import type { Conversation } from './conversation.ts';
import { type Identity, sayIdentity } from './prompt-identity.ts';

const greeting =
  /^\s*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings)\b[\s\p{L},!.]{0,24}$/iu;
const thanks = /^\s*(?:thanks|thank you|cheers|great,? thanks|many thanks)\b[^?]*$/i;
const farewell = /^\s*(?:bye|goodbye|see you|good night)\b[^?]*$/i;

interface Fact {
  topic: string;
  value: string;
}

const statements: readonly (readonly [RegExp, (match: RegExpExecArray) => Fact])[] = [
  [
    /\b(?:call me|i am called|i'm called)\s+([\p{L}][\p{L}'’ -]*?)(?=[,.!?;]|\s+and\b|$)/iu,
    (match) => ({ topic: 'name', value: match[1] ?? '' }),
  ],
  [
    /\bmy\s+([\p{L} ]{2,30}?)\s+(?:is|are)\s+(?:called\s+)?([^,.!?;\n]+?)(?=[,.!?;\n]|\s+and (?:my|i)\b|$)/iu,
    (match) => ({ topic: (match[1] ?? '').toLowerCase(), value: match[2] ?? '' }),
  ],
  [
    /\bi live in\s+([^,.!?;\n]+?)(?=[,.!?;\n]|\s+and\b|$)/i,
    (match) => ({ topic: 'live', value: `in ${match[1]}` }),
  ],
  [
    /\bi (like|love|prefer)\s+([^,.!?;\n]+?)(?=[,.!?;\n]|$)/i,
    (match) => ({ topic: 'like', value: match[2] ?? '' }),
  ],
];

function factsIn(text: string): Fact[] {
  const found: Fact[] = [];
  for (const [pattern, read] of statements) {
    const match = pattern.exec(text);
    if (match && !/^(?:what|who|where|which|when|how)\b/i.test(text.trim())) found.push(read(match));
  }
  return found;
}

function askedTopic(question: string): string | undefined {
  if (/\bwho am i\b/i.test(question)) return 'name';
  if (/\bwhere do i live\b/i.test(question)) return 'live';
  if (/\bwhat do i (?:like|love|prefer)\b/i.test(question)) return 'like';
  const asked =
    /\b(?:what(?:'s|’s| is| are| was)?|remember|recall|tell me|know|do you know)\s+my\s+([\p{L} ]{2,30}?)(?=[?.!,]|$)/iu.exec(
      question,
    );
  return asked?.[1]
    ?.trim()
    .toLowerCase()
    .replace(/(?<!\s)\s+(?:is|again)$/, '');
}

function sayFact({ topic, value }: Fact): string {
  if (topic === 'live') return `You told me that you live ${value}.`;
  if (topic === 'like') return `You told me that you like ${value}.`;
  return `You told me that your ${topic} is ${value}.`;
}

/** Greetings, thanks and goodbyes, which need no look-up. */
export function isSmallTalk(question: string): boolean {
  const isDirection = Object.values<string>(stageDirections).includes(question);
  return isDirection || greeting.test(question) || thanks.test(question) || farewell.test(question);
}

/** Whether the message says goodbye. */
export function isFarewell(question: string): boolean {
  return farewell.test(question);
}

const greetWith = /\bgreet\b[^.\n"“]*?\b(?:with|by saying)\b(?: the words?)?:?\s*["“]([^"”\n]+)["”]/i;

function greet(system: string, identity: Identity | undefined): string {
  const wanted = greetWith.exec(system)?.[1];
  if (wanted) return wanted;
  return `Hello${identity?.name ? `, this is ${sayIdentity(identity)}.` : '!'} How can I help you?`;
}

/** What the instruction puts in quotation marks; without any, that somebody has called. */
function voicemailMessage(system: string): string {
  const instruction = system.slice(Math.max(0, system.lastIndexOf('<instruction>')));
  const quoted = /["“]([^"”\n]+)["”]/.exec(instruction)?.[1];
  return quoted ?? 'Hello. Sorry that we missed you. We will call you again. Goodbye.';
}

/** Greets, thanks, says goodbye; undefined when the message has a topic. */
export function courtesy(question: string, system: string, identity?: Identity): string | undefined {
  if (greeting.test(question) || question === stageDirections.greeting) return greet(system, identity);
  if (question === stageDirections.voicemail) return voicemailMessage(system);
  if (question === stageDirections.reminder) return 'Are you still there?';
  if (thanks.test(question)) return 'You are welcome.';
  return farewell.test(question) ? 'Goodbye!' : undefined;
}

/** Answers "what is my name?" from what the user said earlier; undefined for other questions. */
export function recall({ turns, question }: Conversation): { text: string; isKnown: boolean } | undefined {
  const topic = askedTopic(question);
  if (!topic) return undefined;
  const facts = turns.slice(0, -1).flatMap((turn) => (turn.role === 'user' ? factsIn(turn.text) : []));
  const fact = facts.findLast((one) => one.topic === topic);
  if (fact) return { text: sayFact(fact), isKnown: true };
  return { text: `You have not told me your ${topic} yet.`, isKnown: false };
}

/** Notes what a message says about the user; undefined when it says nothing, or asks. */
export function noteFact(question: string): string | undefined {
  if (question.includes('?')) return undefined;
  const [fact] = factsIn(question);
  if (!fact) return undefined;
  if (fact.topic === 'name')
    return `Nice to meet you, ${fact.value}. I will remember it in this conversation.`;
  return 'Good to know. I will remember it in this conversation.';
}
