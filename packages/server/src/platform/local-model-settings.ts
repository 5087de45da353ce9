import { resolve } from 'node:path';
import * as z from 'zod';
import { setting } from './setting.ts';

/** The models of embeddings that work on the server itself. */
export const localModelSettings = {
  localModelsFolder: setting(
    'LOCAL_MODELS_FOLDER',
    'models in TENDRIL_HOME',
    'Folder of the local models of embeddings: a folder each, with model.safetensors, tokenizer.json and config.json. Processes on several machines each need it, or share it.',
    z
      .string()
      .min(1)
      .transform((path) => resolve(path))
      .optional(),
  ),
  localModelsUrl: setting(
    'LOCAL_MODELS_URL',
    'https://huggingface.co',
    'Address that local models are downloaded from when somebody asks for one: Hugging Face, or a mirror with its paths. "none" allows no download.',
    z
      .union([z.literal('none').transform(() => null), z.url({ protocol: /^https?$/ })])
      .default('https://huggingface.co')
      .transform((url) => url?.replace(/(?<!\/)\/+$/, '') ?? null),
  ),
};
