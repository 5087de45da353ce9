import { textWords } from '../../index/public.ts';
import type { Rerank } from '../rerank-found.ts';

/** The offline stand-in for a reranker: words that the question and a text share, rare ones among the texts counting more. */
export const rerankByWords: Rerank = async (question, texts) => {
  const wanted = [...new Set(textWords(question))];
  const words = texts.map((text) => new Set(textWords(text)));
  const weights = wanted.map((word) => {
    const count = words.filter((own) => own.has(word)).length;
    return Math.log((texts.length + 1) / (count + 0.5));
  });
  const most = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return words
    .map((own, index) => ({
      index,
      score: wanted.reduce((sum, word, at) => sum + (own.has(word) ? (weights[at] ?? 0) : 0), 0) / most,
    }))
    .sort((one, other) => other.score - one.score || one.index - other.index);
};
