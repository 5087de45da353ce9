import { listChunkIds, listMetadataFields, removeChunks } from '@tendril/contract/api/document-store-chunks';
import {
  createDocumentStore,
  deleteChunk,
  deleteDocumentStore,
  deleteLoader,
  estimateContexts,
  listChunks,
  listDocumentStores,
  listStoreComponents,
  previewLoader,
  processLoader,
  readDocumentStore,
  saveLoader,
  updateChunk,
  updateDocumentStore,
  uploadStoreFiles,
} from '@tendril/contract/api/document-stores';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { KnowledgeService } from './knowledge.ts';
import { fileValue } from './store-files.ts';

const alias = { alias: true };

/** Routes of knowledge bases, their loaders and chunks; also under `/api/v1`. */
export function documentStoreRoutes(app: App, knowledge: KnowledgeService): void {
  const { stores, files, nodes, readable } = knowledge;
  serve(
    app,
    listDocumentStores,
    async ({ caller }) => readable.shownList(caller, await stores.list(caller)),
    alias,
  );
  serve(
    app,
    readDocumentStore,
    async ({ caller, params }) => readable.shown(caller, await stores.read(caller, params.id)),
    alias,
  );
  serve(app, createDocumentStore, ({ caller, body }) => stores.create(caller, body), alias);
  serve(
    app,
    updateDocumentStore,
    async ({ caller, params, body }) => readable.shown(caller, await stores.update(caller, params.id, body)),
    alias,
  );
  serve(
    app,
    deleteDocumentStore,
    async ({ caller, params }) => {
      await stores.remove(caller, params.id);
      return { deleted: 1 };
    },
    alias,
  );
  serve(app, listStoreComponents, ({ params }) => nodes.list(params.kind), alias);
  serve(
    app,
    uploadStoreFiles,
    async ({ caller, params, request }) => {
      await stores.require(caller, params.id);
      const form = await files.receive(caller, params.id, request);
      const names = form.files.map(({ name }) => name);
      return { names, value: fileValue(names) };
    },
    alias,
  );

  loaderRoutes(app, knowledge);
}

function loaderRoutes(app: App, { loaders, chunks, callersOf, readable }: KnowledgeService): void {
  serve(
    app,
    previewLoader,
    async ({ caller, body, signal }) => loaders.preview(caller, await callersOf(caller), body, signal),
    alias,
  );
  serve(
    app,
    estimateContexts,
    async ({ caller, body, signal }) => loaders.estimate(caller, await callersOf(caller), body, signal),
    alias,
  );
  serve(
    app,
    saveLoader,
    async ({ caller, body }) => {
      await readable.requireLoader(caller, body.id);
      return loaders.save(caller, await callersOf(caller), body);
    },
    alias,
  );
  serve(app, processLoader, ({ caller, params }) => loaders.process(caller, params.loaderId), alias);
  serve(app, deleteLoader, ({ caller, params }) => loaders.remove(caller, params.id, params.loaderId), alias);

  serve(
    app,
    listChunks,
    async ({ caller, params, query }) =>
      chunks.page(caller, await callersOf(caller), params, query.search || undefined),
    alias,
  );
  serve(app, listChunkIds, async ({ caller, params, query }) =>
    chunks.ids(caller, await callersOf(caller), params, query),
  );
  serve(app, listMetadataFields, async ({ caller, params }) =>
    chunks.fields(caller, await callersOf(caller), params.storeId),
  );
  serve(app, removeChunks, async ({ caller, params, body }) =>
    chunks.removeMany(caller, await callersOf(caller), params.storeId, body.ids),
  );
  serve(
    app,
    updateChunk,
    async ({ caller, params, body }) => chunks.update(caller, await callersOf(caller), params, body),
    alias,
  );
  serve(
    app,
    deleteChunk,
    async ({ caller, params }) => chunks.remove(caller, await callersOf(caller), params),
    alias,
  );
}
