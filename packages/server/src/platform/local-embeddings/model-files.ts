import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of a static model; the last may be missing. */
export const modelFiles = ['model.safetensors', 'tokenizer.json', 'config.json'] as const;
const needed = modelFiles.slice(0, 2);

/** A name of a model's folder: never a path, never hidden. */
export const modelName = /^[\p{L}\p{N}_][\p{L}\p{N}._-]{0,99}$/u;

/** The bytes of a model's files, or undefined where the folder is not that of a whole model. */
export async function bytesOfModel(folder: string): Promise<number | undefined> {
  const sizes = await Promise.all(
    modelFiles.map(async (file) => (await stat(join(folder, file)).catch(() => undefined))?.size),
  );
  if (needed.some((_, at) => !sizes[at])) return undefined;
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

/** The models in a folder, by their names. */
export async function modelsIn(folder: string): Promise<Map<string, number>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = new Map<string, number>();
  for (const entry of entries) {
    if (!modelName.test(entry.name)) continue;
    const bytes = await bytesOfModel(join(folder, entry.name));
    if (bytes !== undefined) found.set(entry.name, bytes);
  }
  return found;
}
