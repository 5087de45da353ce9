import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import * as z from 'zod';
import { toModelError } from '../model/vendor-error.ts';
import { chatKey } from '../retrieval/chat-uploads.ts';
import { flatMetadata } from '../retrieval/flat-metadata.ts';
import { textOf } from '../retrieval/text-of.ts';
import { jsonApi } from '../tools/json-api.ts';

interface MilvusForm {
  url: string;
  user?: string | undefined;
  password?: string | undefined;
  collection: string;
  partition?: string | undefined;
  textField?: string | undefined;
  filter?: string | undefined;
  fileUpload?: boolean | undefined;
}

const vectorField = 'langchain_vector';
const defaultTextField = 'langchain_text';
const idField = 'langchain_primaryid';
const answer = z.object({ code: z.number(), message: z.string().optional(), data: z.unknown().optional() });
const described = z.object({
  autoId: z.boolean().optional(),
  enableDynamicField: z.boolean().optional(),
  fields: z.array(z.object({ name: z.string(), type: z.string(), primaryKey: z.boolean().optional() })),
  indexes: z.array(z.object({ fieldName: z.string(), metricType: z.string() })).optional(),
});
const rows = z.array(z.looseObject({ distance: z.number() }));

const counted = z.array(z.object({ 'count(*)': z.coerce.number() }));

type Described = z.infer<typeof described>;

/** What a collection calls its key and its vector. */
function layoutOf({ fields, autoId, enableDynamicField, indexes }: Described) {
  const id = fields.find(({ primaryKey }) => primaryKey);
  const vector = fields.find(({ type }) => /vector/i.test(type))?.name ?? vectorField;
  const metric = indexes?.find(({ fieldName }) => fieldName === vector)?.metricType ?? 'L2';
  return {
    id: id?.name ?? idField,
    hasTextId: /varchar/i.test(id?.type ?? 'VarChar') && autoId !== true,
    vector,
    isByDistance: metric === 'L2',
    known: enableDynamicField ? undefined : new Set(fields.map(({ name }) => name)),
  };
}

/** Milvus's calls for one collection. */
function milvusCollection({ url, user, password, collection, partition }: MilvusForm) {
  const token = user && password ? `${user}:${password}` : (password ?? '');
  const api = jsonApi({
    service: 'Milvus',
    base: `${url}/v2/vectordb`,
    ...(token && { headers: { authorization: `Bearer ${token}` }, secrets: [token, password ?? ''] }),
    maxMegabytes: 16,
  });
  /** Milvus reports failures in the body of an answer that is fine otherwise. */
  async function ask<T>(path: string, body: object, shape: z.ZodType<T>, context: RunContext): Promise<T> {
    const { code, message, data } = await api(
      path,
      { body: { collectionName: collection, ...body }, shape: answer },
      context,
    );
    if (code === 0 || code === 200) {
      const read = shape.safeParse(data);
      if (read.success) return read.data;
      throw toModelError(read.error, 'Milvus');
    }
    if (code === 1800 || code === 80001)
      throw new AppError('PROVIDER_UNAUTHORIZED', 'Milvus rejected the user name and the password.');
    throw new AppError('PROVIDER_REFUSED', `Milvus rejected the request: ${message ?? `code ${code}`}`);
  }

  let layout: Promise<ReturnType<typeof layoutOf>> | undefined;
  const readLayout = (context: RunContext) => {
    layout ??= ask('/collections/describe', {}, described, context).then(layoutOf);
    layout.catch(() => {
      layout = undefined;
    });
    return layout;
  };

  async function ensure(dimension: number, context: RunContext): Promise<void> {
    const { has } = await ask('/collections/has', {}, z.object({ has: z.boolean() }), context);
    if (!has) {
      const fields = {
        dimension,
        metricType: 'COSINE',
        idType: 'VarChar',
        autoID: false,
        primaryFieldName: idField,
        vectorFieldName: vectorField,
        params: { max_length: '64' },
      };
      await ask('/collections/create', fields, z.unknown(), context);
    }
    if (partition === undefined) return;
    const place = { partitionName: partition };
    const there = await ask('/partitions/has', place, z.object({ has: z.boolean() }), context);
    if (!there.has) await ask('/partitions/create', place, z.unknown(), context);
  }
  return { ask, readLayout, ensure };
}

/** A collection of Milvus or Zilliz, by the second version of the RESTful API. */
export function milvusStore(given: MilvusForm): OutsideStore {
  const hasPartition = given.partition !== undefined && given.partition !== '_default';
  const form = { ...given, partition: hasPartition ? given.partition : undefined };
  const { partition, textField = defaultTextField } = form;
  const { ask, readLayout, ensure } = milvusCollection(form);
  let isThere: Promise<void> | undefined;
  return {
    name: 'Milvus',
    async insert(passages, context) {
      isThere ??= ensure(passages[0]?.vector.length ?? 0, context);
      await isThere.catch((error: unknown) => {
        isThere = undefined;
        throw error;
      });
      const { id: key, hasTextId, vector: vectorName, known } = await readLayout(context);
      const data = passages.map(({ id, vector, pageContent, metadata }) => {
        const own = Object.entries(flatMetadata(metadata, '_')).filter(([name]) => !known || known.has(name));
        return {
          ...Object.fromEntries(own),
          ...(hasTextId && { [key]: id }),
          [textField]: pageContent,
          [vectorName]: vector,
        };
      });
      const path = hasTextId ? '/entities/upsert' : '/entities/insert';
      await ask(path, { data, ...(hasPartition && { partitionName: partition }) }, z.unknown(), context);
    },
    async search({ vector, count, wantsVectors }, context) {
      const { id: key, vector: vectorName, isByDistance } = await readLayout(context);
      const chat = JSON.stringify(context.session.chatId);
      const ofChat = form.fileUpload ? `(${chatKey} == ${chat} or not exists ${chatKey})` : '';
      const filter = [form.filter && `(${form.filter})`, ofChat].filter(Boolean).join(' and ');
      const body = {
        data: [vector],
        annsField: vectorName,
        limit: count,
        outputFields: ['*'],
        ...(filter && { filter }),
        ...(hasPartition && { partitionNames: [partition] }),
      };
      const found = await ask('/entities/search', body, rows, context);
      return found.map(({ distance, ...row }) => {
        const { [textField]: text, [vectorName]: own, [key]: id, ...metadata } = row;
        return {
          id: String(id ?? ''),
          pageContent: textOf(text),
          metadata,
          score: isByDistance ? 1 - distance / 2 : distance,
          ...(wantsVectors && Array.isArray(own) && { vector: own.map(Number) }),
        };
      });
    },
    async remove(ids, context) {
      const { id: key } = await readLayout(context);
      const filter = `${key} in ${JSON.stringify(ids)}`;
      await ask('/entities/delete', { filter }, z.unknown(), context);
    },
    async count(context) {
      const { has } = await ask('/collections/has', {}, z.object({ has: z.boolean() }), context);
      if (!has) return 0;
      const body = {
        ...{ filter: '', outputFields: ['count(*)'] },
        ...(hasPartition && { partitionNames: [partition] }),
      };
      const [row] = await ask('/entities/query', body, counted, context);
      return Number(row?.['count(*)'] ?? 0);
    },
  };
}
