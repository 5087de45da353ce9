interface MadeTensor {
  dtype: 'F32' | 'F16' | 'I64';
  shape: number[];
  data: Uint8Array;
}

/** The bytes of a safetensors file. */
export function makeTensorFile(tensors: Record<string, MadeTensor>): Buffer {
  let end = 0;
  const entries = Object.entries(tensors).map(([name, { dtype, shape, data }]) => {
    const from = end;
    end += data.length;
    return [name, { dtype, shape, data_offsets: [from, end] }];
  });
  const plain = JSON.stringify({ __metadata__: { format: 'pt' }, ...Object.fromEntries(entries) });
  const header = Buffer.from(plain.padEnd(Math.ceil(plain.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, ...Object.values(tensors).map(({ data }) => data)]);
}

/** Numbers of 32 bits as a tensor. */
export function floatTensor(rows: readonly (readonly number[])[]): MadeTensor {
  const numbers = Float32Array.from(rows.flat());
  return { dtype: 'F32', shape: [rows.length, rows[0]?.length ?? 0], data: new Uint8Array(numbers.buffer) };
}

/** A tokenizer.json of the kind that BERT models have. */
export function wordPieceTokenizer(pieces: readonly string[]): object {
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(pieces.map((piece, id) => [piece, id])),
    },
  };
}

/** The files of a small static model whose words have a direction each. */
export function makeStaticModel(words: readonly string[]): Record<string, Buffer> {
  const pieces = ['[PAD]', '[UNK]', ...words];
  const rows = pieces.map((_, at) => words.map((_, place) => (at === place + 2 ? 1 : 0.01)));
  return {
    'model.safetensors': makeTensorFile({ embeddings: floatTensor(rows) }),
    'tokenizer.json': Buffer.from(JSON.stringify(wordPieceTokenizer(pieces))),
    'config.json': Buffer.from(JSON.stringify({ model_type: 'model2vec', normalize: true })),
  };
}
