import { makeWord, seeded } from './seeded-words.ts';

/** A made handbook as Markdown. */
export interface MadeHandbook {
  name: string;
  text: string;
}

/** A question, the words that answer it, and the handbook that has them. */
export interface HandbookQuestion {
  question: string;
  passage: string;
  source: string;
}

const parts = ['pump', 'filter', 'valve', 'motor', 'door', 'display', 'hose', 'lamp'] as const;
const units = ['weeks', 'months', 'hours', 'days'] as const;
const places = ['at the desk', 'by telephone', 'with the form', 'in the portal', 'at the counter'] as const;

interface Making {
  random: () => number;
  product: string;
  source: string;
  questions: HandbookQuestion[];
}

const pick = <T>(random: () => number, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T;
const number = (random: () => number, most: number) => 2 + Math.floor(random() * most);

/**
 * Handbooks as companies have them: what a section is about stands in its headings, and its sentences, which hardly
 * differ from those of other sections, do not repeat it. Always the same for one seed; all of it is made here.
 */
export function makeHandbooks(
  seed: number,
  count: number,
): { handbooks: MadeHandbook[]; questions: HandbookQuestion[] } {
  const random = seeded(seed);
  const questions: HandbookQuestion[] = [];
  const handbooks = Array.from({ length: count }, (_, at) => {
    const word = makeWord(random);
    const product = `${word.charAt(0).toUpperCase()}${word.slice(1)} ${100 * (at + 1)}`;
    const source = `${word}-${100 * (at + 1)}.md`;
    const making = { random, product, source, questions };
    const chapters = [warranty(making), maintenance(making), returns(making), faults(making)];
    return { name: source, text: [`# ${product} handbook`, ...chapters].join('\n\n') };
  });
  return { handbooks, questions };
}

function asked({ questions, source }: Making, question: string, passage: string): string {
  questions.push({ question, passage, source });
  return passage;
}

function warranty(making: Making): string {
  const { random, product } = making;
  const sections = parts.slice(0, 5).map((part) => {
    const term = `It is covered for ${number(random, 40)} ${pick(random, units)} from the day of purchase. Keep the receipt, since nothing is repaired without it. Claims are made ${pick(random, places)} within ${number(random, 20)} days.`;
    return `### ${part.charAt(0).toUpperCase()}${part.slice(1)}\n\n${asked(making, `How long does the warranty cover the ${part} of the ${product}?`, term)}`;
  });
  return ['## Warranty', ...sections].join('\n\n');
}

function maintenance(making: Making): string {
  const { random, product } = making;
  const sections = parts.slice(2).map((part) => {
    const task = `Switch off the mains first and wait ${number(random, 30)} minutes. Take it out, rinse it with ${number(random, 9)} litres of warm water and let it dry. Do this every ${number(random, 30)} ${pick(random, units)}, more often where the air is dusty.`;
    return `### ${part.charAt(0).toUpperCase()}${part.slice(1)}\n\n${asked(making, `How often is maintenance of the ${part} due on the ${product}?`, task)}`;
  });
  return ['## Maintenance', ...sections].join('\n\n');
}

function returns(making: Making): string {
  const { random, product } = making;
  const text = `Goods go back ${pick(random, places)} within ${number(random, 40)} days. The carton has to be the one they came in. Money is paid out after ${number(random, 20)} working days.`;
  return `## Returns\n\n${asked(making, `How do I return a ${product}?`, text)}`;
}

function faults(making: Making): string {
  const { random, product } = making;
  const sections = Array.from({ length: 5 }, () => {
    const code = `E-${100 + Math.floor(random() * 900)}`;
    const text = `The machine stops and the light blinks ${number(random, 8)} times. Press reset for ${number(random, 12)} seconds. If it stays, call the service and name the code.`;
    return `### Code ${code}\n\n${asked(making, `What do I do when the ${product} shows ${code}?`, text)}`;
  });
  return ['## Faults', ...sections].join('\n\n');
}
