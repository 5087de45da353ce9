import type { TranscriptLine } from '@tendril/contract/api/calls';
import type { PostCallField } from '@tendril/contract/voice/post-call-field';
import type { FieldValue } from './conversation.ts';
import { closestChoice, topicHits, topicOf, wordsOf } from './likeness.ts';
import { spokenNumbers } from './spoken-numbers.ts';

/** An utterance of the caller that may hold a field's value. */
interface Place {
  said: string;
  /** The agent's question before it; empty when the caller began. */
  asked: string;
  /** How closely question and answer relate to the field. */
  hits: number;
}

const yes =
  /\b(?:yes|yeah|yep|yup|sure|correct|right|absolutely|definitely|certainly|of course|please do|that works|sounds good|okay|ok|exactly|indeed|i do|i am|i have|i would)\b/i;
const no =
  /\b(?:no|nope|nah|not|never|don'?t|doesn'?t|didn'?t|won'?t|can'?t|cannot|isn'?t|haven'?t|wouldn'?t|neither|without)\b/i;
const email = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;
const spokenEmail = /(?<![\w.+-])([\w.+-]+(?:\s+dot\s+[\w-]+)*)\s+at\s+([\w-]+(?:\s+dot\s+[\w-]+)+)/i;
const phone = /\+?\d(?:[\s().-]*\d){6,14}/;
const name =
  /\b(?:my name is|my name's|this is|i am|i'm|it's|it is|name is|speaking with|call me)\s+((?:[A-Z][\p{L}'’-]+)(?:\s+[A-Z][\p{L}'’-]+){0,3})/u;
const bareName = /^\s*((?:[A-Z][\p{L}'’-]+)(?:\s+[A-Z][\p{L}'’-]+){0,3})[.!]?\s*$/u;
const longestText = 500;

/** The value of one field, found by rules; null where no rule matches. */
export function readField(field: PostCallField, transcript: readonly TranscriptLine[]): FieldValue {
  const places = placesOf(field, transcript);
  switch (field.type) {
    case 'boolean':
      return readBoolean(places);
    case 'number':
      return readNumber(places);
    case 'enum':
      return readChoice(field, places);
    case 'string':
      return readText(field, places);
  }
}

// The latest statement counts, because people correct themselves. So candidates are sorted from the end to the
// beginning, the most relevant to the field first.
function placesOf(field: PostCallField, transcript: readonly TranscriptLine[]): Place[] {
  const topic = topicOf(`${field.name} ${field.description}`);
  const places: Place[] = [];
  let asked = '';
  for (const { role, content } of transcript) {
    if (role === 'agent') asked = content;
    if (role !== 'user') continue;
    places.push({ said: content, asked, hits: topicHits(topic, asked) + topicHits(topic, content) });
    asked = '';
  }
  return places.reverse().sort((one, other) => other.hits - one.hits);
}

const near = (places: readonly Place[]) => places.filter(({ hits }) => hits > 0);

function readBoolean(places: readonly Place[]): boolean | null {
  for (const { said } of near(places)) {
    // "No" anywhere takes precedence: "yes, but not this week" grants nothing.
    if (no.test(said)) return false;
    if (yes.test(said)) return true;
  }
  return null;
}

function readNumber(places: readonly Place[]): number | null {
  for (const { said } of near(places)) {
    const last = spokenNumbers(said).at(-1);
    if (last) return last.value;
  }
  return null;
}

function readChoice({ choices }: PostCallField, places: readonly Place[]): string | null {
  // A choice that is named needs no question before it.
  for (const { said } of places) {
    const words = ` ${wordsOf(said).join(' ')} `;
    const spoken = [...choices]
      .sort((one, other) => other.length - one.length)
      .find((choice) => words.includes(` ${wordsOf(choice).join(' ')} `));
    if (spoken !== undefined) return spoken;
  }
  for (const { said } of near(places)) {
    for (const word of wordsOf(said)) {
      const close = word.length > 3 ? closestChoice(word, choices) : undefined;
      if (close !== undefined) return close;
    }
  }
  return null;
}

function readText(field: PostCallField, places: readonly Place[]): string | null {
  const about = new Set(wordsOf(`${field.name} ${field.description}`));
  const isAbout = (...words: string[]) => words.some((word) => about.has(word));
  if (isAbout('email', 'mail')) return first(places, readEmail);
  if (isAbout('phone', 'telephone', 'mobile', 'callback')) {
    const number = first(places, (said) => phone.exec(said)?.[0].trim());
    if (number !== null) return number;
  }
  if (isAbout('name') && !isAbout('company', 'business', 'product')) {
    const called = first(places, (said) => name.exec(said)?.[1]);
    return called ?? first(near(places), (said) => bareName.exec(said)?.[1]);
  }
  const [answer] = near(places).filter(({ said }) => said.trim() !== '');
  return answer ? answer.said.trim().slice(0, longestText) : null;
}

function readEmail(said: string): string | undefined {
  const written = email.exec(said)?.[0].replace(/\.$/, '');
  if (written) return written;
  const spoken = spokenEmail.exec(said);
  if (!spoken) return undefined;
  const [, user = '', host = ''] = spoken;
  return `${user}@${host}`.replace(/(?<!\s)\s+dot\s+/gi, '.');
}

function first(places: readonly Place[], find: (said: string) => string | undefined): string | null {
  for (const { said } of places) {
    const found = find(said);
    if (found !== undefined) return found;
  }
  return null;
}
