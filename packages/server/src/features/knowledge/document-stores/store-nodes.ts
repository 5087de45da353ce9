import { builtInRecordManager, builtInVectorStore } from '@tendril/contract/api/document-store-vectors';
import { AppError } from '@tendril/contract/app-error';
import type { AnyNode } from '@tendril/contract/node/define-node';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { isParamType } from '@tendril/contract/node/param-type';
import { isVisible, shownForm, withDefaultsOf } from '@tendril/contract/node/visibility';
import type { NodeSource } from '../../flows/nodes/public.ts';
import { builtInRerankers, searchInputs, withoutQuery } from './search-templates.ts';

export type ComponentKind =
  | 'loaders'
  | 'splitters'
  | 'embeddings'
  | 'vectorstore'
  | 'recordmanager'
  | 'rerankers';
type CatalogueKind = Exclude<ComponentKind, 'recordmanager'> | 'models';

const categories: Record<CatalogueKind, string> = {
  loaders: 'Document Loaders',
  splitters: 'Text Splitters',
  embeddings: 'Embeddings',
  models: 'Chat Models',
  rerankers: 'Retrievers',
  vectorstore: 'Vector Stores',
};

const builtIn = {
  version: 1,
  icon: 'database',
  tags: ['built-in'],
  hideOutput: true,
};

const builtInTemplates: Record<'vectorstore' | 'recordmanager', NodeTemplate> = {
  vectorstore: {
    ...builtIn,
    name: builtInVectorStore,
    label: 'Built-in',
    type: 'BuiltInVectorStore',
    baseClasses: ['BuiltInVectorStore'],
    category: 'Vector Stores',
    description: 'Vectors beside the chunks, in the database of this installation. Needs no key.',
    inputs: searchInputs,
  },
  recordmanager: {
    ...builtIn,
    name: builtInRecordManager,
    label: 'Built-in',
    type: 'BuiltInRecordManager',
    baseClasses: ['BuiltInRecordManager'],
    category: 'Record Manager',
    description: 'Embeds only what is new or changed, and takes out what is gone. Always on.',
    inputs: [],
  },
};

/** Fields of vector stores that say nothing about where vectors are: how flows search them, or what is known here. */
const otherInputs =
  /filter$|^(topK|searchMode|wordWeight|diversity|searchType|fetchK|lambda|alpha|fileUpload|replaceIndex|qdrantVectorDimension)$/i;

/** Whether a field of a vector store says where its vectors are. */
export function isPlaceInput(name: string): boolean {
  return !otherInputs.test(name);
}

/** A vector store of the catalogue as a knowledge base shows it: with the fields of the built-in one for searching. */
function asPlace(template: NodeTemplate): NodeTemplate {
  const own = template.inputs.filter(({ name, type }) => isParamType(type) && isPlaceInput(name));
  return { ...template, inputs: [...own, ...builtInTemplates.vectorstore.inputs] };
}

/** The nodes that a knowledge base consists of, and the values of their fields. */
export function createStoreNodes(catalogue: () => Promise<NodeSource>) {
  async function isOf(kind: CatalogueKind, template: NodeTemplate): Promise<boolean> {
    if (template.category !== categories[kind]) return false;
    if (kind === 'rerankers') return /rerank/i.test(template.name);
    // A loader that can be read in parts, a store that can be opened: the others are for canvases only.
    const needed = kind === 'loaders' ? 'load' : kind === 'vectorstore' ? 'openStore' : undefined;
    return !needed || (await (await catalogue()).load(template.name))?.[needed] !== undefined;
  }

  return {
    async list(kind: ComponentKind): Promise<NodeTemplate[]> {
      if (kind === 'recordmanager') return [builtInTemplates[kind]];
      const templates = await (await catalogue()).templates();
      const fitting = await Promise.all(templates.map((template) => isOf(kind, template)));
      const chosen = templates.filter((_, index) => fitting[index]);
      if (kind === 'vectorstore') return [builtInTemplates[kind], ...chosen.map(asPlace)];
      return kind === 'rerankers' ? [...builtInRerankers, ...chosen.map(withoutQuery)] : chosen;
    },

    /** Throws INVALID_INPUT, naming the field, for a node of another kind. */
    async require(
      kind: CatalogueKind,
      name: string,
      field: string,
    ): Promise<{ node: AnyNode; template: NodeTemplate }> {
      const source = await catalogue();
      const [node, template] = await Promise.all([source.load(name), source.template(name)]);
      if (node && template && (await isOf(kind, template))) return { node, template };
      throw refuse(field, `"${name.slice(0, 100)}" is none of the ${kind} that can be chosen`);
    },
  };
}

export type StoreNodes = ReturnType<typeof createStoreNodes>;

/**
 * A node's inputs from the values of its fields, as a run would read them; anchors stay unconnected. Throws
 * INVALID_INPUT naming the field.
 */
export function readFields(
  node: AnyNode,
  config: Readonly<Record<string, unknown>>,
  where: string,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const seen = withDefaultsOf(node.inputs, config);
  for (const [name, declared] of Object.entries(node.inputs)) {
    if (declared.kind === 'anchor') {
      values[name] = declared.list ? [] : undefined;
      continue;
    }
    const input = shownForm(declared, seen);
    if (!isVisible(input, seen)) continue;
    if (input.type === 'password' && config[name])
      throw refuse(`${where}.${name}`, 'belongs into a secret; choose one instead');
    const given = Object.hasOwn(config, name) ? config[name] : undefined;
    const parsed = input.schema.safeParse(given ?? '');
    if (!parsed.success) throw refuse(`${where}.${name}`, parsed.error.issues[0]?.message ?? 'is not valid');
    values[name] = parsed.data;
  }
  return values;
}

/** An INVALID_INPUT that names its field. */
export function refuse(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}
