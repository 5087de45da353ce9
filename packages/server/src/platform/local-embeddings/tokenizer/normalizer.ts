import * as z from 'zod';
import { patternOf, textPattern } from './text-pattern.ts';

type Normalize = (text: string) => string;

const part = z.looseObject({ type: z.string() });
const sequence = z.object({ normalizers: z.array(part) });
const replacing = z.object({ pattern: textPattern, content: z.string() });
const bert = z.object({
  clean_text: z.boolean().default(true),
  handle_chinese_chars: z.boolean().default(true),
  strip_accents: z.boolean().nullish(),
  lowercase: z.boolean().default(true),
});
const strip = z.object({ strip_left: z.boolean().default(true), strip_right: z.boolean().default(true) });

const chinese =
  /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]/gu;
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\ufffd]/gu;

const withoutAccents: Normalize = (text) => text.normalize('NFD').replace(/\p{Mn}/gu, '');
/** What is nothing on paper goes; every kind of space is one. */
const cleaned: Normalize = (text) =>
  text
    .replace(/[\t\n\r]/g, ' ')
    .replace(unseen, '')
    .replace(/\p{Zs}/gu, ' ');

/** How a text is written before it is cut into tokens, as tokenizer.json says. Throws for a kind that is unknown. */
export function openNormalizer(given: unknown): Normalize {
  if (given === null || given === undefined) return (text) => text;
  const { type } = part.parse(given);
  switch (type) {
    case 'Sequence': {
      const steps = sequence.parse(given).normalizers.map(openNormalizer);
      return (text) => steps.reduce((done, step) => step(done), text);
    }
    case 'BertNormalizer':
      return bertNormalizer(bert.parse(given));
    case 'NFC':
    case 'NFD':
    case 'NFKC':
    case 'NFKD':
      return (text) => text.normalize(type);
    case 'Lowercase':
      return (text) => text.toLowerCase();
    case 'StripAccents':
      return (text) => text.replace(/\p{Mn}/gu, '');
    case 'Strip': {
      const { strip_left: left, strip_right: right } = strip.parse(given);
      return (text) => (right ? (left ? text.trim() : text.trimEnd()) : left ? text.trimStart() : text);
    }
    case 'Replace': {
      const { pattern, content } = replacing.parse(given);
      const found = patternOf(pattern);
      return (text) => text.replace(found, () => content);
    }
    case 'Prepend': {
      const { prepend } = z.object({ prepend: z.string() }).parse(given);
      return (text) => (text === '' ? '' : prepend + text);
    }
    // The tables of sentence pieces are those of compatible forms, and spaces that are one.
    case 'Precompiled':
    case 'Nmt':
      return (text) => cleaned(text.normalize('NFKC'));
    default:
      throw new Error(`its texts are written in a way that is not known here: ${type.slice(0, 40)}`);
  }
}

function bertNormalizer(options: z.output<typeof bert>): Normalize {
  const { clean_text: isCleaned, handle_chinese_chars: isSpaced, lowercase } = options;
  const isPlain = options.strip_accents ?? lowercase;
  return (text) => {
    let done = isCleaned ? cleaned(text) : text;
    if (isSpaced) done = done.replace(chinese, ' $& ');
    if (isPlain) done = withoutAccents(done);
    return lowercase ? done.toLowerCase() : done;
  };
}
