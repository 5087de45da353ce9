import { contentWords } from './words.ts';

interface QuestionKind {
  asks: RegExp;
  /** What an answer to it contains. */
  value: RegExp;
  /** Words that say no more than the kind itself: a question of these alone wants the one fact of the kind. */
  core: ReadonlySet<string>;
}

const core = (words: string) => new Set(contentWords(words));

const kinds: readonly QuestionKind[] = [
  {
    asks: /\bwhen\b|\bwhat time|\bhow (?:late|early)\b|\b(?:hours?|days?)\b|\b(?:open|closed?)\b/i,
    value:
      /\b(?:\d{1,2}[:.]\d{2}|\d{1,2} ?(?:am|pm|a\.m|p\.m|h|uhr|o['’]clock)\b|(?:at|from|to|until|till|by) (?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight)\b|(?:mon|tues?|wednes|thurs?|fri|satur|sun)days?\b|daily|every day|weekends?|24\/7|around the clock)/i,
    core: core(
      'open close closed hours hour opening business come visit stop drop today tomorrow there time',
    ),
  },
  {
    asks: /\bwhere\b|\baddress\b|\blocat(?:ed|ion)\b|\bdirections?\b|\bfind you\b/i,
    value:
      /\baddress\b|\b(?:street|st\.|road|rd\.?|avenue|ave\.?|lane|square|boulevard|quay|station|floor|dock)\b|\w(?:straße|strasse|platz|gata|gade|straat)\b|\b(?:located|opposite|next to|near|behind|corner of)\b/i,
    core: core('find located location address come get shop store office place directions situated based'),
  },
  {
    asks: /\bhow (?:much|expensive)\b|\b(?:prices?|costs?|fees?|charges?|rates?)\b/i,
    value: /[$€£¥]|\b(?:euros?|dollars?|pounds?|kroner|USD|EUR|GBP|CHF|cents?|free)\b/i,
    core: core('price prices'),
  },
  {
    asks: /\bphone|\btelephone|\b(?:call|reach|contact|ring) (?:you|us|somebody|someone)\b|\bcontact\b|\bphone number\b/i,
    value: /\+?\d[\d\s()/-]{5,}\d|\b\d{3}-\d{4}\b/,
    core: core('phone call reach contact number telephone touch ring'),
  },
  {
    asks: /\be-?mail\b|\bwrite to you\b/i,
    value: /(?<![\w.+-])[\w.+-]+@[\w-]+\.\w+/,
    core: core('email mail address write contact'),
  },
  {
    asks: /\bhow long\b|\bhow fast\b/i,
    value: /\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b/i,
    core: new Set(),
  },
  {
    asks: /\bwho\b|\bwhose\b|\bname of\b/i,
    value: /\b(?:Dr|Mr|Mrs|Ms|Prof)\.? \p{Lu}|\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|\bby \p{Lu}/u,
    core: new Set(),
  },
];

/** The kind of value that a question asks for: a time, a place, a price … */
interface AskedKind {
  /** Whether a text contains such a value. */
  isIn: (text: string) => boolean;
  /** The question says nothing but its kind: "Where are you?" */
  isBare: boolean;
}

/** Determines the kind of value that a question asks for; undefined where that is open. */
export function askedKind(question: string): AskedKind | undefined {
  const asked = kinds.filter(({ asks }) => asks.test(question));
  if (asked.length === 0) return undefined;
  const words = contentWords(question);
  const bare = asked.filter(({ core }) => core.size > 0 && words.every((word) => core.has(word)));
  const meant = bare.length > 0 ? bare : asked;
  return { isIn: (text) => meant.some(({ value }) => value.test(text)), isBare: bare.length > 0 };
}
