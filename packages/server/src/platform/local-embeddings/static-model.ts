import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@tendril/contract/app-error';
import * as z from 'zod';
import { readTensors, type Tensor } from './tensor-file.ts';
import { openTokenizer } from './tokenizer/open-tokenizer.ts';

const mostDimensions = 8192;
const settings = z.looseObject({ normalize: z.boolean().default(true) });

/** A table of vectors, one for each token: the vector of a text is the mean of its tokens' vectors. */
export interface StaticModel {
  dimensions: number;
  /** Vectors one after the other, in the order of the texts; of a text without any known token all zeros. */
  embed(texts: readonly string[]): Float32Array<ArrayBuffer>;
}

/** Reads a model from its folder. Throws NODE_FAILED in words for one that is damaged or of another kind. */
export async function openStaticModel(folder: string): Promise<StaticModel> {
  const tensors = await readTensors(join(folder, 'model.safetensors'));
  const table = tensors.get('embeddings') ?? tensors.get('embedding.weight');
  const [rows = 0, dimensions = 0] = table?.shape ?? [];
  if (table?.shape.length !== 2 || dimensions === 0 || dimensions > mostDimensions)
    throw refuse('it is not a table of vectors for words');
  const tokenizer = await readTokenizer(folder);
  const config = settings.parse(await readJson(join(folder, 'config.json')).catch(() => ({})));
  const rowOf = readRows(tensors.get('mapping'), rows);
  const weightOf = tensors.get('weights')?.at ?? (() => 1);
  if (tokenizer.size > (tensors.get('mapping')?.shape[0] ?? rows))
    throw refuse('its words and its vectors do not belong together');

  function addTo(vector: Float32Array, tokens: readonly number[]): void {
    for (const token of tokens) {
      const weight = weightOf(token) / tokens.length;
      const start = rowOf(token) * dimensions;
      for (let place = 0; place < dimensions; place += 1)
        vector[place] = (vector[place] ?? 0) + weight * (table?.at(start + place) ?? 0);
    }
  }

  return {
    dimensions,
    embed(texts) {
      const all = new Float32Array(texts.length * dimensions);
      for (const [at, text] of texts.entries()) {
        const vector = all.subarray(at * dimensions, (at + 1) * dimensions);
        addTo(vector, tokenizer.tokensOf(text));
        if (config.normalize) normalise(vector);
      }
      return all;
    },
  };
}

/** Several tokens may have the vector of one row. */
function readRows(mapping: Tensor | undefined, rows: number): (token: number) => number {
  if (!mapping) return (token) => Math.min(token, rows - 1);
  return (token) => Math.min(Math.max(0, mapping.at(token)), rows - 1);
}

function normalise(vector: Float32Array): void {
  const length = Math.hypot(...vector);
  if (length > 0) for (const [place, value] of vector.entries()) vector[place] = value / length;
}

const refuse = (why: string) => new AppError('NODE_FAILED', `The model cannot be used: ${why}.`);

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}

async function readTokenizer(folder: string): Promise<ReturnType<typeof openTokenizer>> {
  try {
    return openTokenizer(await readJson(join(folder, 'tokenizer.json')));
  } catch (error) {
    const why =
      error instanceof z.ZodError || error instanceof SyntaxError ? undefined : (error as Error).message;
    throw refuse(why ?? 'its tokenizer.json cannot be read');
  }
}
