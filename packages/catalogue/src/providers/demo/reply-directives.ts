import { sentencesOf } from './words.ts';

/** The format that a prompt wants for its answers. */
interface ReplyDirectives {
  first: string | undefined;
  last: string | undefined;
  mostSentences: number | undefined;
  mostWords: number | undefined;
  casing: 'upper' | 'lower' | undefined;
}

const numbers: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  single: 1,
  a: 1,
};
const toNumber = (text: string) => numbers[text.toLowerCase()] ?? Number(text);

const answers =
  '(?:\\s+(?:every|each|all|any|your|the|with|always|of|answers?|repl(?:y|ies)|responses?|messages?|sentences?))*?';
const literal =
  '(?:the (?:words?|phrase|sentence|text)\\s+)?:?\\s*(?:["“‘\']([^"”\\n]+?)["”’\'](?=[\\s.,;!?]|$)|(\\p{Lu}[^\\n.!?]*[.!?]?))';
const endWith = new RegExp(
  `\\b(?:[Ee]nd|[Ff]inish|[Cc]lose|[Cc]onclude)${answers} (?:with|by saying) ${literal}`,
  'u',
);
const startWith = new RegExp(`\\b(?:[Ss]tart|[Bb]egin|[Oo]pen)${answers} (?:with|by saying) ${literal}`, 'u');
const sentenceCount =
  /\b(?:in|with|at most|no more than|maximum|max|maximum of|only|up to|within|use)\s+(?:only |just |exactly )?(one|two|three|four|five|\d|a single|a)(?: or (two|three|four|\d))?(?: \w+)? sentences?\b/i;
const wordCount =
  /\b(?:at most|no more than|less than|fewer than|under|maximum|max\.?|maximum of|in|within|up to)\s+(\d{1,3}) words\b/i;
const upper = /\b(?:in|use|using) (?:only )?(?:all[- ])?(?:caps|capitals|capital letters|upper ?case)\b/i;
const lower = /\b(?:in|use|using) (?:only )?(?:all[- ])?(?:lower ?case|small letters)\b/i;

function readDirectives(text: string): ReplyDirectives {
  const end = endWith.exec(text);
  const start = startWith.exec(text);
  const sentences = sentenceCount.exec(text);
  const words = wordCount.exec(text)?.[1];
  const most = (sentences?.[2] ?? sentences?.[1])?.replace(/^a single$/i, 'single');
  return {
    first: (start?.[1] ?? start?.[2])?.trim(),
    last: (end?.[1] ?? end?.[2])?.trim(),
    mostSentences: most === undefined ? undefined : toNumber(most),
    mostWords: words === undefined ? undefined : Number(words),
    casing: upper.test(text) ? 'upper' : lower.test(text) ? 'lower' : undefined,
  };
}

function shorten(text: string, { mostSentences, mostWords }: ReplyDirectives): string {
  const sentences = sentencesOf(text);
  const kept =
    mostSentences && sentences.length > mostSentences ? sentences.slice(0, mostSentences).join(' ') : text;
  const words = kept.split(/\s+/);
  return mostWords && words.length > mostWords ? `${words.slice(0, mostWords).join(' ')}…` : kept;
}

/** Formats an answer as its prompt asks: its length, beginning and end, capitals. */
export function followDirectives(text: string, prompt: string): string {
  const directives = readDirectives(prompt);
  const { first, last, casing } = directives;
  const body = shorten(text, directives);
  const begun = first && !body.startsWith(first) ? `${first} ${body}` : body;
  const done = last && !begun.endsWith(last) ? `${begun} ${last}` : begun;
  return casing === 'upper' ? done.toUpperCase() : casing === 'lower' ? done.toLowerCase() : done;
}

const verb = '(?:say|repeat|echo|reply|respond|answer|write|print|output)';
const asked = new RegExp(
  `^(?:please |now |just |only |always |simply )*${verb}(?: (?:only|exactly|just|back|with|after me|always|the (?:words?|following|sentence|text|phrase)))*\\s*(?::\\s*(.+)|["“‘'](.+)["”’'][.!]?)$`,
  'is',
);
const plainlyAsked =
  /^(?:please )?(?:say|repeat(?: after me)?) (?!that\b|something|whether|if\b|it\b|again|nothing)([^?]{1,200})$/i;

function literalIn(text: string): string | undefined {
  const match = asked.exec(text.trim());
  const found = (match?.[1] ?? match?.[2])?.trim();
  return found?.replace(/^["“‘'](.+)["”’']$/s, '$1');
}

/** The exact text that question or prompt asks for: "Say: Good morning"; undefined without such. */
export function wantedWords(system: string, question: string): string | undefined {
  const inQuestion = literalIn(question);
  if (inQuestion) return inQuestion;
  const plain = plainlyAsked.exec(question.trim())?.[1];
  if (plain) return plain.charAt(0).toUpperCase() + plain.slice(1);
  if (system === question) return undefined;
  return system
    .split('\n')
    .map(literalIn)
    .findLast((found) => found !== undefined);
}
