import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { OutsideStore, StoredPassage } from '@tendril/contract/provider/outside-store';
import * as z from 'zod';
import { flatMetadata } from '../retrieval/flat-metadata.ts';
import { textOf } from '../retrieval/text-of.ts';
import { type JsonApi, jsonApi } from '../tools/json-api.ts';
import { refusalReason } from '../tools/refusal-reason.ts';
import { graphqlValue, isName } from './graphql-value.ts';

interface WeaviateForm {
  url: string;
  apiKey?: string | undefined;
  index: string;
  textKey?: string | undefined;
  metadataKeys: readonly string[];
  filter?: Record<string, unknown> | undefined;
  /** Between words (0) and vectors (1); vectors alone when absent. */
  alpha?: number | undefined;
}

const stored = z.array(z.object({ result: z.object({ errors: z.unknown().optional() }).nullish() }));
const schema = z.object({
  properties: z.array(z.object({ name: z.string(), dataType: z.array(z.string()) })).nullish(),
});
const extra = z.object({
  id: z.string(),
  distance: z.number().nullish(),
  score: z.union([z.string(), z.number()]).nullish(),
  vector: z.array(z.number()).nullish(),
});
const found = z.object({
  data: z
    .object({ Get: z.record(z.string(), z.array(z.looseObject({ _additional: extra })).nullable()) })
    .nullish(),
  errors: z.unknown().optional(),
});
const counted = z.object({
  data: z
    .object({ Aggregate: z.record(z.string(), z.array(z.object({ meta: z.object({ count: z.number() }) }))) })
    .nullish(),
  errors: z.unknown().optional(),
});
const enums = new Set(['operator']);
const plainTypes = /^(text|string|int|number|boolean|date|uuid)(\[\])?$/;

function refusedBy(errors: unknown): AppError {
  return new AppError(
    'PROVIDER_REFUSED',
    `Weaviate rejected the request: ${refusalReason(JSON.stringify(errors))}`,
  );
}

function toObject(name: string, textKey: string, { id, vector, pageContent, metadata }: StoredPassage) {
  const own = Object.entries(flatMetadata(metadata, '_')).filter(([property]) => isName(property));
  return { class: name, id, vector, properties: { ...Object.fromEntries(own), [textKey]: pageContent } };
}

async function countIn(name: string, ask: JsonApi, context: RunContext): Promise<number> {
  const body = { query: `{Aggregate{${name}{meta{count}}}}` };
  const { data, errors } = await ask('/graphql', { body, shape: counted }, context);
  if (errors) throw refusedBy(errors);
  return data?.Aggregate[name]?.[0]?.meta.count ?? 0;
}

/** A class of Weaviate, by REST and GraphQL; made at the first insert. */
export function weaviateStore(form: WeaviateForm): OutsideStore {
  const { apiKey, textKey = 'text', alpha } = form;
  const name = form.index.charAt(0).toUpperCase() + form.index.slice(1);
  if (![name, textKey].every(isName))
    throw new AppError(
      'FLOW_INVALID',
      'Weaviate: names of an index and its text have letters and digits only.',
    );
  const ask = jsonApi({
    service: 'Weaviate',
    base: `${form.url}/v1`,
    ...(apiKey && { headers: { authorization: `Bearer ${apiKey}` }, secrets: [apiKey] }),
    maxMegabytes: 16,
  });
  const optional = { mayBeMissing: true, shape: schema.optional() };

  async function ensure(context: RunContext): Promise<void> {
    if ((await ask(`/schema/${name}`, optional, context)) !== undefined) return;
    await ask('/schema', { body: { class: name, vectorizer: 'none' } }, context);
  }

  let known: Promise<string[]> | undefined;
  const metadataNames = (context: RunContext): Promise<string[]> => {
    known ??= ask(`/schema/${name}`, { shape: schema }, context).then(({ properties }) =>
      (properties ?? [])
        .filter((one) => one.name !== textKey && one.dataType.every((type) => plainTypes.test(type)))
        .map((one) => one.name),
    );
    known.catch(() => {
      known = undefined;
    });
    return known;
  };

  return {
    name: 'Weaviate',
    async insert(passages, context) {
      await ensure(context);
      const body = { objects: passages.map((passage) => toObject(name, textKey, passage)) };
      const rows = await ask('/batch/objects', { body, shape: stored }, context);
      const failed = rows.find(({ result }) => result?.errors);
      if (failed) throw refusedBy(failed.result?.errors);
    },
    async search({ text, vector, count, wantsVectors }, context) {
      const names = form.metadataKeys.length > 0 ? form.metadataKeys : await metadataNames(context);
      const near =
        alpha === undefined
          ? `nearVector:${graphqlValue({ vector }, enums)}`
          : `hybrid:${graphqlValue({ query: text, alpha, vector }, enums)}`;
      const where = form.filter ? `,where:${graphqlValue(form.filter, enums)}` : '';
      const fields = [textKey, ...names.filter(isName)].join(' ');
      const more = `_additional{id distance score${wantsVectors ? ' vector' : ''}}`;
      const query = `{Get{${name}(limit:${count},${near}${where}){${fields} ${more}}}}`;
      const answer = await ask('/graphql', { body: { query }, shape: found }, context);
      if (answer.errors) throw refusedBy(answer.errors);
      return (answer.data?.Get[name] ?? []).map(({ _additional: about, [textKey]: content, ...rest }) => ({
        id: about.id,
        pageContent: textOf(content),
        metadata: Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)),
        score: alpha === undefined ? 1 - (about.distance ?? 0) : Number(about.score ?? 0),
        ...(about.vector && { vector: about.vector }),
      }));
    },
    async remove(ids, context) {
      for (const id of ids)
        await ask(`/objects/${name}/${id}`, { method: 'DELETE', mayBeMissing: true }, context);
    },
    count: async (context) =>
      (await ask(`/schema/${name}`, optional, context)) === undefined ? 0 : countIn(name, ask, context),
  };
}
