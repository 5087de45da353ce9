import type { listMetadataFields } from '@tendril/contract/api/document-store-chunks';
import type { Answer } from '@tendril/contract/api/endpoint';
import type { Scope } from '../../../platform/db/scope.ts';
import { loopTurn } from '../../../platform/loop-turn.ts';
import { readableLists } from '../access/public.ts';
import { chunkStore } from './chunks.store.ts';
import { storeLoaderStore } from './document-stores.store.ts';
import type { DocumentStoreParts, DocumentStores } from './document-stores.ts';

type Fields = Answer<typeof listMetadataFields>;
type Field = Fields['fields'][number];

/** Chunks of one source that are looked at: what a source writes into its metadata is in its first ones. */
const chunksOfSource = 40;
const mostSources = 60;
const mostFields = 60;
const mostValues = 12;
const longestValue = 120;

const isDate = (text: string) => /^\d{4}-\d\d(-\d\d)?(T|$)/.test(text) && !Number.isNaN(Date.parse(text));

/** How a value is compared; undefined for what no filter compares. */
function typeOf(value: unknown): Field['types'][number] | undefined {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'string') return isDate(value) ? 'date' : 'text';
  return Array.isArray(value) && value.every((one) => typeof one !== 'object') ? 'list' : undefined;
}

interface SeenField {
  types: Set<Field['types'][number]>;
  values: Set<string>;
}

function note(fields: Map<string, SeenField>, name: string, value: unknown): void {
  const type = typeOf(value);
  if (!type || name === '' || name.length > 200) return;
  let field = fields.get(name);
  if (!field) {
    if (fields.size >= mostFields) return;
    field = { types: new Set(), values: new Set() };
    fields.set(name, field);
  }
  field.types.add(type);
  for (const one of [value].flat()) {
    const text = String(one);
    if (field.values.size < mostValues && text !== '' && text.length <= longestValue) field.values.add(text);
  }
}

/** The fields of metadata that chunks of a knowledge base have, with some of their values; of what the caller may read. */
export function metadataFields({ db, reads }: DocumentStoreParts, stores: DocumentStores) {
  return async function list(scope: Scope, callers: readonly string[], storeId: string): Promise<Fields> {
    const store = await stores.require(scope, storeId);
    const lists = await readableLists(reads.of(scope), store, callers);
    const batches = (await storeLoaderStore(db).summaries(scope, storeId)).flatMap(
      ({ batch }) => batch ?? [],
    );
    const fields = new Map<string, SeenField>();
    for (const batch of batches.slice(0, mostSources)) {
      const asked = { batches: [batch], lists };
      const chunks = await chunkStore(reads.of(scope)).page(scope, asked, 0, chunksOfSource);
      for (const { metadata } of chunks)
        for (const [name, value] of Object.entries(JSON.parse(metadata) as object)) note(fields, name, value);
      await loopTurn();
    }
    const all = [...fields].map(([name, { types, values }]) => ({
      ...{ name, types: [...types].toSorted(), values: [...values].toSorted() },
    }));
    return { fields: all.toSorted((one, other) => (one.name < other.name ? -1 : 1)) };
  };
}
