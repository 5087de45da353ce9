import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  floatTensor,
  makeStaticModel,
  makeTensorFile,
  wordPieceTokenizer,
} from '../../testing/make-static-model.ts';
import { openStaticModel } from './static-model.ts';
import { openTokenizer } from './tokenizer/open-tokenizer.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-model-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(files: Record<string, Buffer | object>): Promise<void> {
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, name), Buffer.isBuffer(content) ? content : JSON.stringify(content));
}

const round = (numbers: Iterable<number>) => Array.from(numbers, (one) => Math.round(one * 1000) / 1000);
const pieces = ['[UNK]', 'the', 'swan', '##s', 'swim', ',', '湖', 'cafe'];

describe('a static model', () => {
  it('gives the mean of the vectors of a text’s tokens, at length 1', async () => {
    await put({
      'model.safetensors': makeTensorFile({
        embeddings: floatTensor([
          [9, 9],
          [0, 0],
          [3, 0],
          [0, 3],
          [0, 1],
          [5, 5],
          [1, 1],
          [2, 0],
        ]),
      }),
      'tokenizer.json': wordPieceTokenizer(pieces),
      'config.json': { normalize: true },
    });
    const { dimensions, embed } = await openStaticModel(folder);
    expect(dimensions).toBe(2);
    const [x, y] = round(embed(['The SWANS swim']));
    // (3, 4) of "the swan ##s swim".
    expect([x, y]).toEqual([0.6, 0.8]);
    expect(round(embed(['swan', 'nothing known', '']))).toEqual([1, 0, 0, 0, 0, 0]);
  });

  it('reads numbers of 16 bits, weights of tokens, and rows that tokens share', async () => {
    const half = Buffer.alloc(8);
    for (const [at, bits] of [0x3c00, 0x0000, 0xc000, 0x3555].entries()) half.writeUInt16LE(bits, at * 2);
    const mapping = BigInt64Array.from([0n, 0n, 1n, 1n]);
    await put({
      'model.safetensors': makeTensorFile({
        embeddings: { dtype: 'F16', shape: [2, 2], data: half },
        weights: { ...floatTensor([[1, 1, 0.5, 2]]), shape: [4] },
        mapping: { dtype: 'I64', shape: [4], data: new Uint8Array(mapping.buffer) },
      }),
      'tokenizer.json': wordPieceTokenizer(pieces.slice(0, 4)),
      'config.json': { normalize: false },
    });
    const { embed } = await openStaticModel(folder);
    expect(round(embed(['the', 'swan', 'swans']))).toEqual([1, 0, -1, 0.167, -2.5, 0.417]);
  });

  it('says what is wrong with files that are damaged or of another kind', async () => {
    const good = makeStaticModel(['swan']);
    const bytes = good['model.safetensors'] ?? Buffer.alloc(0);
    const cases: [name: string, content: Buffer | object, why: RegExp][] = [
      ['model.safetensors', bytes.subarray(0, bytes.length - 3), /a part of it is missing/],
      ['model.safetensors', Buffer.alloc(4), /too short/],
      ['model.safetensors', Buffer.from('ffffffffffffff7f', 'hex'), /header is not whole/],
      ['model.safetensors', makeTensorFile({ other: floatTensor([[1]]) }), /not a table of vectors/],
      ['model.safetensors', makeTensorFile({ embeddings: floatTensor([[1]]) }), /do not belong together/],
      ['tokenizer.json', Buffer.from('{'), /tokenizer.json cannot be read/],
      ['tokenizer.json', { model: { type: 'BPE', vocab: {} } }, /made in a way that is not known here: BPE/],
      ['tokenizer.json', { ...wordPieceTokenizer([]), pre_tokenizer: { type: 'ByteLevel' } }, /ByteLevel/],
    ];
    for (const [name, content, why] of cases) {
      await put({ ...good, [name]: content });
      await expect(openStaticModel(folder)).rejects.toThrow(why);
    }
  });
});

describe('the tokens of a text', () => {
  const words = (tokenizer: object, text: string, names: readonly string[]) =>
    openTokenizer(tokenizer)
      .tokensOf(text)
      .map((id) => names[id]);

  it('are pieces of words, without accents, capitals, unseen signs and unknown words', () => {
    const tokenizer = wordPieceTokenizer(pieces);
    expect(words(tokenizer, 'The\u200b swans,\tSWIM  in 湖湖 Café xyz', pieces)).toEqual([
      ...['the', 'swan', '##s', ',', 'swim', '湖', '湖', 'cafe'],
    ]);
    expect(words(tokenizer, 'swa', pieces)).toEqual([]);
    expect(words(tokenizer, `${'s'.repeat(101)} swan`, pieces)).toEqual(['swan']);
  });

  it('are the most likely pieces of a unigram vocabulary', () => {
    const vocab: [string, number][] = [
      ...([
        ['<unk>', 0],
        ['▁', -5],
        ['▁the', -2],
        ['▁sw', -4],
        ['an', -4],
        ['▁swan', -6],
        ['s', -3],
      ] as [string, number][]),
    ];
    const tokenizer = {
      normalizer: {
        type: 'Sequence',
        normalizers: [{ type: 'Precompiled', precompiled_charsmap: '' }, { type: 'Lowercase' }],
      },
      pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
      model: { type: 'Unigram', unk_id: 0, vocab },
    };
    const names = vocab.map(([piece]) => piece);
    expect(words(tokenizer, 'The swans', names)).toEqual(['▁the', '▁swan', 's']);
    expect(words(tokenizer, 'sw😀an', names)).toEqual(['▁sw', 'an']);
  });

  it('follow the splits and replacements of a file', () => {
    const tokenizer = {
      normalizer: {
        type: 'Sequence',
        normalizers: [{ type: 'NFKC' }, { type: 'Replace', pattern: { String: '.' }, content: ' ' }],
      },
      pre_tokenizer: {
        type: 'Sequence',
        pretokenizers: [
          { type: 'WhitespaceSplit' },
          { type: 'Digits', individual_digits: true },
          { type: 'Split', pattern: { Regex: '-' }, behavior: 'MergedWithPrevious', invert: false },
        ],
      },
      model: { type: 'WordPiece', vocab: { a: 0, '1': 1, '2': 2, 'b-': 3, c: 4 } },
    };
    expect(words(tokenizer, 'a.12 b-c', ['a', '1', '2', 'b-', 'c'])).toEqual(['a', '1', '2', 'b-', 'c']);
  });
});
