import { isInstruction } from './is-instruction.ts';
import type { Statement } from './rank-statements.ts';
import { weekdaysIn } from './weekday-words.ts';
import { contentWords, readWords, sentencesOf } from './words.ts';

/** The facts in a prompt, and its topics. */
export interface PromptFacts {
  statements: Statement[];
  /** Everything below a heading, as one statement. */
  lists: Statement[];
  /** Headings and keys of the facts, as written. */
  topics: string[];
  /** Questions of an FAQ in the prompt. */
  questions: string[];
}

const heading = /^(?:#{1,6}\s+(.+?)#*|\*\*(.+?)\*\*:?|([\p{L}][^:.?!]{1,40}):)$/u;
const ofTheModel =
  /\b(?:role|styles?|tone|objectives?|tasks?|goals?|instructions?|rules?|never|guidelines?|steps?|person(?:a|ality)|behaviou?r|identity|do not|don['’]?ts?|format|output|conversation(?:al)?|examples?|constraints?|workflow)\b/i;
const keyValue = /^\**([\p{L}][\p{L}\p{N} /&'’()+-]{0,40}?)\**\s*(?::\**|\s[–—=|-]|=)\s*(\S.*)$/u;
const noKey =
  /^(?:q|a|question|answer|example|user|assistant|human|ai|system|note|https?|task|role|tone|style|customer|text|input|message|context)$/i;
const bullet = /^(?:[-*•+]|\d{1,2}[.)])\s+/;
const longestList = 500;

interface Section {
  title: string;
  isSkipped: boolean;
  lines: string[];
}

function toStatement(title: string, text: string, shown: string): Statement {
  const days = weekdaysIn(text).join(' ');
  return {
    text: shown,
    words: readWords(`${title} ${text} ${days}`),
    titleWords: contentWords(title),
    passage: undefined,
  };
}

/** The prompt says "you" and "your" to the model, which says "we" and "our". */
function asOwn(sentence: string): string {
  if (/^you can\b/i.test(sentence)) return sentence;
  if (!/^(?:you|your)\b/i.test(sentence)) return sentence;
  const own = sentence
    .replace(/\byour\b/gi, 'our')
    .replace(/\byou['’]re\b/gi, 'we are')
    .replace(/\byou\b/gi, 'we');
  return own.charAt(0).toUpperCase() + own.slice(1);
}

const ended = (text: string) => (/[.!?…)"”]$/.test(text) ? text : `${text}.`);

/** Sentences of running text that state a fact; one that begins with "It" stays with the one before it. */
function addSentences(line: string, title: string, found: PromptFacts): void {
  let before = '';
  for (const sentence of sentencesOf(line)) {
    if (/[?:]$/.test(sentence) || isInstruction(sentence)) {
      before = '';
      continue;
    }
    const own = asOwn(sentence);
    const pointsBack =
      before !== '' && /^(?:it|they|this|that|these|both|he|she|its|their)\b/i.test(sentence);
    const shown = pointsBack ? `${before} ${own}` : own;
    found.statements.push(toStatement(title, pointsBack ? `${before} ${sentence}` : sentence, ended(shown)));
    before = own;
  }
}

function addLine(line: string, title: string, found: PromptFacts): void {
  const pair = keyValue.exec(line);
  const [, key = '', value = ''] = pair ?? [];
  if (pair && !noKey.test(key) && !isInstruction(key) && !isInstruction(line)) {
    found.statements.push(toStatement(`${title} ${key}`, value, ended(line.replaceAll('**', ''))));
    if (!title) found.topics.push(key);
  } else addSentences(line, title, found);
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ title: '', isSkipped: false, lines: [] }];
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const match = heading.exec(line);
    const title = (match?.[1] ?? match?.[2] ?? match?.[3])?.trim();
    if (title) sections.push({ title, isSkipped: ofTheModel.test(title), lines: [] });
    else sections.at(-1)?.lines.push(line.replace(bullet, ''));
  }
  return sections;
}

/** Extracts the question-and-answer pairs from the lines; returns the rest. */
function takePairs(lines: readonly string[], found: PromptFacts): string[] {
  const left: string[] = [];
  let asked = '';
  let answer: string[] = [];
  const close = () => {
    if (asked && answer.length > 0) {
      const text = answer.join(' ');
      found.statements.push(toStatement(asked, text, ended(text)));
      found.questions.push(asked);
    }
    asked = '';
    answer = [];
  };
  for (const line of lines.flatMap((one) =>
    /^(?:q|question)\s*[:.)]/i.test(one) ? sentencesOf(one) : [one],
  )) {
    const plain = line.replace(/^\**(?:q|a|question|answer)\**\s*\d*[:.)]\**\s*/i, '').replaceAll('**', '');
    if (plain.endsWith('?') && !isInstruction(plain)) {
      close();
      asked = plain;
    } else if (asked && plain) answer.push(plain);
    else if (asked && answer.length > 0) close();
    else if (!asked) left.push(line);
  }
  close();
  return left;
}

/** Reads the facts of a prompt: sentences, "key: value" lines, bullets below a heading, questions with answers. */
export function promptFacts(prompt: string): PromptFacts {
  const found: PromptFacts = { statements: [], lists: [], topics: [], questions: [] };
  for (const { title, isSkipped, lines } of sectionsOf(prompt)) {
    if (isSkipped) continue;
    const plain = takePairs(lines, found).filter(Boolean);
    const count = found.statements.length;
    for (const line of plain) addLine(line, title, found);
    const added = found.statements.slice(count).map(({ text }) => text.replace(/\.$/, ''));
    if (!title || added.length === 0) continue;
    if (!/^(?:facts?|faqs?|about|info(?:rmation)?|knowledge|context|background)\b/i.test(title))
      found.topics.push(title);
    const whole = added.join('; ');
    if (added.length > 1 && whole.length <= longestList)
      found.lists.push(toStatement(title, whole, ended(`${title}: ${whole}`)));
  }
  return found;
}
