import {
  builtInRecordManager,
  builtInVectorStore,
  defaultEmbeddings,
  type readStoreConfigs,
} from '@tendril/contract/api/document-store-vectors';
import type { Answer } from '@tendril/contract/api/endpoint';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { isParamType } from '@tendril/contract/node/param-type';
import type { LoaderRow, StoreRow } from './document-stores.store.ts';
import { readChoice } from './store-answer.ts';
import type { ComponentKind, StoreNodes } from './store-nodes.ts';

type ConfigRows = Answer<typeof readStoreConfigs>;
type Place = ConfigRows[number]['node'];

/** Every field that a program may set when it upserts into a store in the way a loader is configured. */
export async function listConfigs(
  nodes: StoreNodes,
  store: StoreRow,
  loader: LoaderRow,
): Promise<ConfigRows> {
  const nameOf = (text: string | null, otherwise: string) => readChoice(text)?.name ?? otherwise;
  const asked: [Place, ComponentKind, string][] = [
    ['loader', 'loaders', loader.loaderId],
    ['splitter', 'splitters', loader.splitterId],
    ['embedding', 'embeddings', nameOf(store.embeddingConfig, defaultEmbeddings)],
    ['vectorStore', 'vectorstore', nameOf(store.vectorStoreConfig, builtInVectorStore)],
    ['recordManager', 'recordmanager', nameOf(store.recordManagerConfig, builtInRecordManager)],
  ];
  const rows = await Promise.all(
    asked.map(async ([place, kind, name]) => {
      const template = (await nodes.list(kind)).find((one) => one.name === name);
      return template ? fieldsOf(place, template) : [];
    }),
  );
  return rows.flat();
}

function fieldsOf(node: Place, template: NodeTemplate): ConfigRows {
  return template.inputs
    .filter(({ type }) => isParamType(type) && type !== 'password')
    .map(({ name, label, type }) => ({ name, label, type, node, nodeName: template.name }));
}
