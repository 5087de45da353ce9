import { definite } from './definite.ts';

/** What a model of embeddings takes; what is absent is unknown. */
export interface EmbeddingLimits {
  /** Most tokens of one text: beyond them vendors refuse, or leave out the rest without a word. */
  textTokens?: number;
  /** Most tokens of all texts of a request together. */
  requestTokens?: number;
}

/** By the model's name: the same open model is served under it by many. */
const textLimits: readonly [name: RegExp, tokens: number][] = [
  [/text-embedding-(3|ada)/, 8191],
  [/mistral-embed|codestral-embed/, 8192],
  [/embed-(english|multilingual)(-light)?-v3/, 512],
  [/embed-v4/, 128_000],
  [/voyage-2$/, 4000],
  [/voyage-(law|code|large)-2/, 16_000],
  [/voyage-/, 32_000],
  [/jina-embeddings-v4/, 32_768],
  [/jina-embeddings|bge-m3|titan-embed-text|tao-8k|nomic-embed/, 8192],
  [/gemini-embedding|text-embedding-00|text-multilingual-embedding/, 2048],
  [
    /(^|[/_-])e5-(small|base|large)|bge-(small|base|large)|mxbai-embed|arctic-embed(?!2|-[ml]-v2)|slate-/,
    512,
  ],
  [/^embedding-v1$/, 384],
  [/all-minilm/, 256],
];

/** By the vendor, for models of this name. */
const requestLimits: readonly [provider: string, name: RegExp, tokens: number][] = [
  ['openai', /./, 300_000],
  ['azure', /./, 300_000],
  ['mistral', /./, 16_000],
  ['voyage', /lite/, 1_000_000],
  ['voyage', /large|code|law|finance|multilingual/, 120_000],
  ['voyage', /./, 320_000],
  ['vertex', /./, 20_000],
];

/** What a vendor's model takes in one text and in one request. */
export function embeddingLimits(provider: string, modelId: string): EmbeddingLimits {
  const id = modelId.toLowerCase();
  return definite({
    textTokens: textLimits.find(([name]) => name.test(id))?.[1],
    requestTokens: requestLimits.find(([vendor, name]) => vendor === provider && name.test(id))?.[2],
  });
}
