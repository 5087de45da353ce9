import { explainStoreChunk, searchDocumentStore } from '@tendril/contract/api/document-store-search';
import {
  deleteVectors,
  describeStoreTool,
  insertVectors,
  queryDocumentStore,
  readStoreConfigs,
  refreshDocumentStore,
  type StoreUpsertBody,
  saveVectorConfig,
  storeUpsertBody,
  updateVectorConfig,
  upsertDocumentStore,
} from '@tendril/contract/api/document-store-vectors';
import type { FastifyRequest } from 'fastify';
import type { Scope } from '../../../platform/db/scope.ts';
import type { App } from '../../../platform/http/app.ts';
import { parseInput } from '../../../platform/http/parse-input.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { KnowledgeService } from './knowledge.ts';

const alias = { alias: true };

/** Routes that make knowledge bases searchable, search them, and fill them in one request; also under `/api/v1`. */
export function storeVectorRoutes(app: App, knowledge: KnowledgeService): void {
  const { vectors, queries, callersOf, readable } = knowledge;
  serve(
    app,
    saveVectorConfig,
    async ({ caller, body }) => readable.shown(caller, await vectors.configure(caller, body)),
    alias,
  );
  serve(
    app,
    updateVectorConfig,
    async ({ caller, body }) => readable.shown(caller, await vectors.configure(caller, body)),
    alias,
  );
  serve(
    app,
    insertVectors,
    ({ caller, body, query, signal }) => vectors.insert(caller, body, query.wait === 'true', signal),
    alias,
  );
  serve(
    app,
    deleteVectors,
    ({ caller, params, query }) => vectors.removeVectors(caller, params.storeId, query.docId),
    alias,
  );
  serve(
    app,
    queryDocumentStore,
    async ({ caller, body, signal }) => queries.query(caller, await callersOf(caller), body, signal),
    alias,
  );
  serve(app, searchDocumentStore, async ({ caller, body, signal }) =>
    queries.search(caller, await callersOf(caller), body, signal),
  );
  serve(app, explainStoreChunk, async ({ caller, body, signal }) =>
    queries.explain(caller, await callersOf(caller), body, signal),
  );
  storeFillingRoutes(app, knowledge);
}

function storeFillingRoutes(app: App, knowledge: KnowledgeService): void {
  const { upserts, callersOf, readable } = knowledge;
  serve(
    app,
    readStoreConfigs,
    async ({ caller, params }) => {
      await readable.requireLoader(caller, params.loaderId);
      return knowledge.configs(caller, params.id, params.loaderId);
    },
    alias,
  );
  serve(
    app,
    upsertDocumentStore,
    async ({ caller, params, body, request, signal }) => {
      const form = await readForm(knowledge, caller, params.id, body, request);
      return upserts.upsert(caller, form.storeId, form.body, form.names, signal);
    },
    alias,
  );
  serve(
    app,
    refreshDocumentStore,
    ({ caller, params, body, query, signal }) =>
      upserts.refresh(caller, params.id, body.items, query.wait === 'true', signal),
    alias,
  );
  serve(
    app,
    describeStoreTool,
    async ({ caller, params, body, signal }) =>
      knowledge.describe(caller, params.id, await callersOf(caller), body, signal),
    alias,
  );
}

interface UpsertForm {
  storeId: string;
  body: StoreUpsertBody;
  names: string[];
}

async function readForm(
  { stores, files }: KnowledgeService,
  scope: Scope,
  id: string,
  sent: StoreUpsertBody | undefined,
  request: FastifyRequest,
): Promise<UpsertForm> {
  if (!request.isMultipart()) {
    const body = sent ?? {};
    return { storeId: await storeFor(stores, scope, id, body), body, names: [] };
  }
  // Files arrive before we know the fields: those of an unknown store are refused first.
  await stores.require(scope, id);
  const form = await files.receive(scope, id, request);
  const body = parseInput(storeUpsertBody, form.fields) as StoreUpsertBody;
  return { storeId: id, body, names: form.files.map(({ name }) => name) };
}

/** The store of the path, or the new one that the body asks for. */
async function storeFor(
  stores: KnowledgeService['stores'],
  scope: Scope,
  id: string,
  { createNewDocStore, docStore }: StoreUpsertBody,
): Promise<string> {
  if (createNewDocStore !== true) return (await stores.require(scope, id)).id;
  const { name = 'Knowledge base', description = '' } = docStore ?? {};
  return (await stores.create(scope, { name, description })).id;
}
