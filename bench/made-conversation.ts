/** A stretch that a caller speaks without a pause of its own, and the pause after it. */
export interface MadeStretch {
  words: string;
  ms: number;
  /** Pitch at its beginning and end. */
  from: number;
  to: number;
  /** Until the next stretch of the same turn; absent after the last one. */
  pauseMs?: number;
}

/** One turn of a made caller; `kind` says what makes its end hard to find. */
export interface MadeTurn {
  kind: 'plain' | 'thinking' | 'two sentences' | 'digits' | 'spelling' | 'short';
  stretches: MadeStretch[];
}

type Draw = () => number;

const plain = [
  'I would like to change my booking',
  'can you tell me when you open on Sunday',
  'my flight was cancelled yesterday',
  'we need a room with two beds',
  'the heating in my flat is not working',
  'please send the invoice to my office',
  'how much does the larger one cost',
  'I want to speak with somebody about my contract',
];
/** Said up to a word after which a sentence cannot end, and the rest. */
const broken = [
  ['I would like a table for', 'four people tonight'],
  ['well I was wondering um', 'whether you have anything earlier'],
  ['the problem is that the', 'door does not close'],
  ['can you book me with', 'Doctor Miller on Friday'],
  ['I called last week because', 'nobody had answered my letter'],
];
/** Said in two parts, the first of which could be all. */
const bordered = [
  ['I need an appointment', 'some time next week'],
  ['we are five people', 'with a small dog'],
  ['the blue one please', 'in a larger size'],
  ['I paid already', 'by bank transfer'],
  ['call me tomorrow', 'on my mobile phone'],
];
const sentences = [
  ['I have a question', 'can I change the date of my booking'],
  ['my name is Robert Miller', 'I called you yesterday'],
  ['the order has not arrived', 'what should I do now'],
  ['thank you that helps', 'there is one more thing I need'],
];
const numbers = [
  ['my number is four one five', 'five five five', 'oh one nine nine'],
  ['the code is seven seven', 'three one two'],
  ['it is two oh six', 'four four eight', 'one seven three nine'],
];
const spelled = [
  ['that is spelled m e y', 'e r'],
  ['my last name is j o', 'h n s', 'o n'],
];
const short = ['yes please', 'no thank you', 'tomorrow', 'the second one', 'that is right', 'okay'];

/** Time that words take: 330 ms for the first syllables, and a little more with each letter. */
const spokenMs = (words: string) => Math.round((words.length * 62 + 180) / 20) * 20;

/** A generator of numbers in 0 to 1 that repeats itself for a seed. */
export function seededDraw(seed: number): Draw {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/**
 * Makes the turns of one caller. Pauses within a turn are log-normal around the caller's own median; what ends a turn
 * falls in pitch for four of five, as do three of ten stretches that do not; the others stay level or rise.
 */
export function madeConversation(draw: Draw, turns: number): MadeTurn[] {
  const voice = 95 + draw() * 120;
  const medianMs = 320 + draw() * 260;
  return Array.from({ length: turns }, () => {
    const [kind, parts] = madeWords(draw);
    const stretches = parts.map((words, index): MadeStretch => {
      const isLast = index === parts.length - 1;
      const contour = { from: voice * 1.1, to: voice * endOf(draw, isLast, words) };
      const factor = kind === 'thinking' ? 1.3 : 1;
      const pauseMs = Math.round(
        Math.min(1800, Math.max(160, medianMs * factor * Math.exp(normal(draw) * 0.45))),
      );
      return { words, ms: spokenMs(words), ...contour, ...(!isLast && { pauseMs }) };
    });
    return { kind, stretches };
  });
}

/** Four of ten turns have a pause within them. */
function madeWords(draw: Draw): [MadeTurn['kind'], readonly string[]] {
  const pick = <One>(all: readonly One[]) => all[Math.floor(draw() * all.length)] as One;
  const which = draw();
  if (which < 0.4) return ['plain', [pick(plain)]];
  if (which < 0.6) return ['short', [pick(short)]];
  if (which < 0.75) return ['thinking', draw() < 0.6 ? pick(broken) : pick(bordered)];
  if (which < 0.87) return ['two sentences', pick(sentences)];
  return which < 0.95 ? ['digits', pick(numbers)] : ['spelling', pick(spelled)];
}

/** Where the pitch ends: questions with "can", "how" and the like may rise at their end. */
function endOf(draw: Draw, isLast: boolean, words: string): number {
  const mayRise = /^(can|how|what|when)\b/.test(words);
  const falls = draw() < (isLast ? (mayRise ? 0.55 : 0.8) : 0.3);
  if (falls) return 0.72;
  return draw() < 0.6 ? 1.05 : 1.35;
}

function normal(draw: Draw): number {
  return Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
}
