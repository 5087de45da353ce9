import type { Conversation } from './conversation.ts';

export interface Passage {
  text: string;
  /** The number it may be cited by. */
  number: number | undefined;
}

/** The context that a prompt provides, and the question it asks about it. */
export interface Passages {
  /** The part of the prompt that holds them. */
  section: string;
  passages: Passage[];
  question: string;
  /** The answer that the prompt wants when the text has none. */
  unknownAnswer: string | undefined;
}

const tagged = /<(context|documents?|passages?|sources?|text)>([\s\S]*?)<\/\1>/i;
const ruled = /^[-=]{4,}[ \t]*\n([\s\S]*?)\n[-=]{4,}[ \t]*$/m;
const headed =
  /(?:^|\n)(?:#+\s*)?(?:context(?: information)?|passages?|sources?|documents?|retrieved text|knowledge)(?: is below)?\.?:\s*\n?([\s\S]*?)(?=\n+(?:#+\s*)?(?:question|helpful answer|answer|chat history|conversation|user|human|follow[- ]?up(?: input)?|remember|standalone question)\b[^\n]*:|$)/i;

const passageElement = /<passage(?:\s+number="(\d+)")?[^>]*>\s*([\s\S]*?)\s*<\/passage>/gi;

function sectionOf(text: string): string | undefined {
  const elements = text.match(passageElement);
  if (elements) return elements.join('\n');
  for (const pattern of [tagged, ruled, headed]) {
    const match = pattern.exec(text);
    const section = match?.[match.length - 1]?.trim();
    if (section) return section;
  }
  return undefined;
}

const passageNumber = /^[^\S\n]*(?:\[(\d+)\]|\((\d+)\)|(?:passage|document|source)\s+(\d+)\s*:)\s*/gim;

function splitElements(text: string): Passage[] {
  return [...text.matchAll(passageElement)].map(([, number, inner]) => ({
    number: number === undefined ? undefined : Number(number),
    text: inner ?? '',
  }));
}

/** Passages are numbered (`[1] …`), else separated by blank lines. */
function splitPassages(section: string): Passage[] {
  const marks = [...section.matchAll(passageNumber)];
  if (marks.length === 0) {
    return section.split(/\n\s*\n/).map((text) => ({ number: undefined, text: text.trim() }));
  }
  return marks.map((mark, index) => ({
    number: Number(mark[1] ?? mark[2] ?? mark[3]),
    text: section.slice(mark.index + mark[0].length, marks[index + 1]?.index).trim(),
  }));
}

/** Reads a search tool's result: passages in elements, numbered, or separated by blank lines. */
export function readPassages(text: string): Passage[] {
  const elements = splitElements(text);
  return elements.length > 0 ? elements : splitPassages(text);
}

/** The question after its marker in a prompt of one piece. */
export function askedIn(text: string): string | undefined {
  const match = /(?:^|\n)[^\S\n]*(?:question|user|human|follow[- ]?up input)\s*:\s*([^\n]+)/gi;
  return [...text.matchAll(match)].at(-1)?.[1]?.trim();
}

function unknownAnswerOf(text: string): string | undefined {
  return /(?:just|simply|only)?\s*(?:say|answer|reply|respond)(?: with)?(?: that)?:?\s*["“']([^"”\n]{3,120}?)["”']?(?=["”]|\s+and\b|[.\n])/i
    .exec(text)?.[1]
    ?.trim();
}

/** Finds the context section of a retrieval prompt, wherever it stands; undefined when there is none. */
export function findPassages({ system, question }: Conversation): Passages | undefined {
  const inSystem = sectionOf(system);
  if (inSystem !== undefined && system !== question) {
    return {
      section: inSystem,
      passages: readPassages(inSystem),
      question,
      unknownAnswer: unknownAnswerOf(system),
    };
  }
  const inQuestion = sectionOf(question);
  if (inQuestion === undefined) return undefined;
  const rest = question.replace(inQuestion, '');
  return {
    section: inQuestion,
    passages: readPassages(inQuestion),
    question: askedIn(rest) ?? rest.trim(),
    unknownAnswer: unknownAnswerOf(rest),
  };
}
