import * as z from 'zod';
import { openNormalizer } from './normalizer.ts';
import { openPreTokenizer } from './pre-tokenizer.ts';
import { openUnigram } from './unigram.ts';
import { openWordPiece } from './word-piece.ts';

/** Cuts texts into the tokens of a model. */
interface Tokenizer {
  /** How many different tokens there are. */
  size: number;
  /** Without those that the vocabulary does not have. */
  tokensOf(text: string): number[];
}

const file = z.looseObject({
  normalizer: z.unknown().optional(),
  pre_tokenizer: z.unknown().optional(),
  model: z.looseObject({ type: z.string().optional(), vocab: z.unknown() }),
});

/** Words are few among many: their tokens are kept. */
const mostKept = 50_000;
const longestKept = 40;

/** The tokenizer of a tokenizer.json. Throws an error in words for one that is not understood. */
export function openTokenizer(given: unknown): Tokenizer {
  const { normalizer, pre_tokenizer: preTokenizer, model } = file.parse(given);
  const normalize = openNormalizer(normalizer);
  const split = openPreTokenizer(preTokenizer);
  const { tokensOf, size } = openModel(model);
  const kept = new Map<string, readonly number[]>();
  const known = (word: string) => {
    const found = kept.get(word);
    if (found) return found;
    const made = tokensOf(word);
    if (kept.size >= mostKept) kept.clear();
    if (word.length <= longestKept) kept.set(word, made);
    return made;
  };
  return { size, tokensOf: (text) => split(normalize(text)).flatMap(known) };
}

function openModel(model: z.output<typeof file>['model']) {
  const type = model.type ?? (Array.isArray(model.vocab) ? 'Unigram' : 'WordPiece');
  if (type === 'WordPiece') return openWordPiece(model);
  if (type === 'Unigram') return openUnigram(model);
  throw new Error(`its tokens are made in a way that is not known here: ${type.slice(0, 40)}`);
}
