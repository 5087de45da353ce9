import {
  createDocumentStore,
  deleteChunk,
  deleteDocumentStore,
  deleteLoader,
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
export function documentStoreRoutes(
  app: App,
  { stores, loaders, chunks, files, nodes }: KnowledgeService,
): void {
  serve(app, listDocumentStores, ({ caller }) => stores.list(caller), alias);
  serve(app, readDocumentStore, ({ caller, params }) => stores.read(caller, params.id), alias);
  serve(app, createDocumentStore, ({ caller, body }) => stores.create(caller, body), alias);
  serve(
    app,
    updateDocumentStore,
    ({ caller, params, body }) => stores.update(caller, params.id, body),
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

  serve(app, previewLoader, ({ caller, body, signal }) => loaders.preview(caller, body, signal), alias);
  serve(app, saveLoader, ({ caller, body }) => loaders.save(caller, body), alias);
  serve(app, processLoader, ({ caller, params }) => loaders.process(caller, params.loaderId), alias);
  serve(app, deleteLoader, ({ caller, params }) => loaders.remove(caller, params.id, params.loaderId), alias);

  serve(
    app,
    listChunks,
    ({ caller, params, query }) => chunks.page(caller, params, query.search || undefined),
    alias,
  );
  serve(app, updateChunk, ({ caller, params, body }) => chunks.update(caller, params, body), alias);
  serve(app, deleteChunk, ({ caller, params }) => chunks.remove(caller, params), alias);
}
