import type { NodeInputs } from '../interfaces/input-types.gen.ts';

type EncodingName = NodeInputs['tokenTextSplitter']['encodingName'];

const ranks = {
  gpt2: () => import('js-tiktoken/ranks/gpt2'),
  r50k_base: () => import('js-tiktoken/ranks/r50k_base'),
  p50k_base: () => import('js-tiktoken/ranks/p50k_base'),
  p50k_edit: () => import('js-tiktoken/ranks/p50k_edit'),
  cl100k_base: () => import('js-tiktoken/ranks/cl100k_base'),
} satisfies Record<EncodingName, () => Promise<unknown>>;

/** The time for one unbroken run of characters grows with its square. */
const longRun = /\S{500}(?=\S)|\s{500}(?=\s)/g;

/** Text as tokens of an encoding, and back. */
interface TokenEncoding {
  encode(text: string): number[];
  decode(tokens: number[]): string;
}

/** Loads an encoding; its table comes with the package. */
export async function openEncoding(name: EncodingName): Promise<TokenEncoding> {
  const [{ Tiktoken }, { default: table }] = await Promise.all([import('js-tiktoken/lite'), ranks[name]()]);
  const encoding = new Tiktoken(table);
  return {
    encode(text) {
      const tokens: number[] = [];
      let from = 0;
      const add = (to: number) => {
        for (const token of encoding.encode(text.slice(from, to), [], [])) tokens.push(token);
        from = to;
      };
      for (const run of text.matchAll(longRun)) add(run.index + run[0].length);
      add(text.length);
      return tokens;
    },
    decode: (tokens) => encoding.decode(tokens),
  };
}
