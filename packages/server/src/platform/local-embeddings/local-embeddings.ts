import { join } from 'node:path';
import { AppError } from '@tendril/contract/app-error';
import type { LocalEmbeddings } from '@tendril/contract/provider/local-embeddings';
import type { Config } from '../config.ts';
import { createEmbeddingThread } from './embedding-thread.ts';
import { type KnownModel, knownModels } from './known-models.data.ts';
import { bytesOfModel, modelName, modelsIn } from './model-files.ts';

/** The local models of this server. */
export interface LocalModels extends LocalEmbeddings {
  /** Where the folder of each model is. */
  readonly folder: string;
  /** The same by the setting that decides it: where the server lies on its machine is nobody else's to know. */
  readonly shownFolder: string;
  /** What can be downloaded, and from where; null where the operator allows no download. */
  readonly address: string | null;
  find(name: string): KnownModel | undefined;
  /** How many bytes a model has that is there. */
  bytesOf(name: string): Promise<number | undefined>;
  close(): Promise<void>;
}

/** Small steps, so that a question does not wait for a whole ingestion. */
const textsAtOnce = 200;

/** Reads the models in a folder; nothing is opened before the first text. */
export function createLocalModels(
  config: Pick<Config, 'home' | 'localModelsFolder' | 'localModelsUrl'>,
): LocalModels {
  const folder = config.localModelsFolder ?? join(config.home, 'models');
  const address = config.localModelsUrl;
  const thread = createEmbeddingThread();
  const find = (name: string) => knownModels.find((model) => model.name === name);
  const bytesOf = async (name: string) =>
    modelName.test(name) ? bytesOfModel(join(folder, name)) : undefined;

  return {
    ...{ folder, address, find, bytesOf },
    shownFolder: config.localModelsFolder ? '$LOCAL_MODELS_FOLDER' : '$TENDRIL_HOME/models',
    async list() {
      const here = await modelsIn(folder);
      const known = knownModels.map(({ name, bytes, languages }) => {
        const own = here.get(name);
        return { name, isHere: own !== undefined, bytes: own ?? bytes, languages };
      });
      const others = [...here].filter(([name]) => !find(name));
      return [...known, ...others.map(([name, bytes]) => ({ name, isHere: true, bytes, languages: null }))];
    },
    async embed(model, texts, signal) {
      if ((await bytesOf(model)) === undefined)
        throw new AppError(
          'NODE_FAILED',
          `The model "${model.slice(0, 100)}" is not on this server. Download it where the embeddings of a knowledge base are chosen, or put its files there.`,
        );
      const all: number[][] = [];
      for (let start = 0; start < texts.length; start += textsAtOnce) {
        const part = texts.slice(start, start + textsAtOnce);
        const { dimensions, vectors } = await thread.embed(join(folder, model), part, signal);
        for (const at of part.keys())
          all.push(Array.from(vectors.subarray(at * dimensions, (at + 1) * dimensions)));
      }
      return all;
    },
    close: () => thread.close(),
  };
}
