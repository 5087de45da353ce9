import * as z from 'zod';
import { escapePattern, patternOf, textPattern } from './text-pattern.ts';

type Split = (text: string) => string[];

const part = z.looseObject({ type: z.string() });
const sequence = z.object({ pretokenizers: z.array(part) });
const metaspace = z.object({
  replacement: z.string().default('▁'),
  prepend_scheme: z.enum(['always', 'first', 'never']).default('always'),
  add_prefix_space: z.boolean().optional(),
  split: z.boolean().default(true),
});
const splitting = z.object({
  pattern: textPattern,
  behavior: z.enum(['Removed', 'Isolated', 'MergedWithPrevious', 'MergedWithNext', 'Contiguous']),
  invert: z.boolean().default(false),
});

/** Signs of ASCII count as punctuation where Unicode has some of them among symbols. */
const punctuationOrOther = /[\p{P}!-/:-@[-`{-~]|[^\p{P}!-/:-@[-`{-~]+/gu;

/** How a text is cut into words, as tokenizer.json says. Throws for a kind that is unknown. */
export function openPreTokenizer(given: unknown): Split {
  if (given === null || given === undefined) return (text) => [text];
  const { type } = part.parse(given);
  switch (type) {
    case 'Sequence': {
      const steps = sequence.parse(given).pretokenizers.map(openPreTokenizer);
      return (text) => steps.reduce<string[]>((parts, step) => parts.flatMap(step), [text]);
    }
    case 'BertPreTokenizer':
      return (text) => text.split(/\s+/u).flatMap((word) => word.match(punctuationOrOther) ?? []);
    case 'Whitespace':
      return (text) => text.match(/[\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_\s]+/gu) ?? [];
    case 'WhitespaceSplit':
      return (text) => text.split(/\s+/u).filter(Boolean);
    case 'Punctuation':
      return (text) => text.match(punctuationOrOther) ?? [];
    case 'Digits':
      return digits(
        z.object({ individual_digits: z.boolean().default(false) }).parse(given).individual_digits,
      );
    case 'Metaspace':
      return openMetaspace(metaspace.parse(given));
    case 'Split':
      return openSplit(splitting.parse(given));
    default:
      throw new Error(`its texts are cut in a way that is not known here: ${type.slice(0, 40)}`);
  }
}

const digits =
  (isEach: boolean): Split =>
  (text) =>
    text.match(isEach ? /\p{N}|\P{N}+/gu : /\p{N}+|\P{N}+/gu) ?? [];

function openMetaspace({
  replacement,
  prepend_scheme,
  add_prefix_space,
  split,
}: z.output<typeof metaspace>): Split {
  const isPrefixed = prepend_scheme !== 'never' && add_prefix_space !== false;
  const before = new RegExp(`(?=${escapePattern(replacement)})`, 'u');
  return (text) => {
    const marked = text.replaceAll(' ', replacement);
    const whole = isPrefixed && !marked.startsWith(replacement) ? replacement + marked : marked;
    return split ? whole.split(before).filter(Boolean) : [whole];
  };
}

function openSplit({ pattern, behavior, invert }: z.output<typeof splitting>): Split {
  const found = patternOf(pattern);
  return (text) => {
    const parts: { text: string; isFound: boolean }[] = [];
    let from = 0;
    for (const { 0: match, index } of text.matchAll(found)) {
      if (index > from) parts.push({ text: text.slice(from, index), isFound: invert });
      if (match !== '') parts.push({ text: match, isFound: !invert });
      from = index + match.length;
    }
    if (from < text.length) parts.push({ text: text.slice(from), isFound: invert });
    return joinParts(parts, behavior);
  };
}

function joinParts(
  parts: readonly { text: string; isFound: boolean }[],
  behavior: z.output<typeof splitting>['behavior'],
): string[] {
  const joined: string[] = [];
  let isGlued = false;
  for (const [at, { text, isFound }] of parts.entries()) {
    const isAgain = at > 0 && parts[at - 1]?.isFound === isFound;
    const joins =
      isGlued ||
      (behavior === 'MergedWithPrevious' && isFound && joined.length > 0) ||
      (behavior === 'Contiguous' && isFound && isAgain);
    isGlued = behavior === 'MergedWithNext' && isFound;
    if (behavior === 'Removed' && isFound) continue;
    if (joins) joined.push(`${joined.pop() ?? ''}${text}`);
    else joined.push(text);
  }
  return joined;
}
