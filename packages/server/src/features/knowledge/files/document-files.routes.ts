import {
  listDocumentFiles,
  readIntakeRoom,
  removeDocumentFiles,
  retryDocumentFiles,
  uploadDocumentFiles,
} from '@tendril/contract/api/document-files';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { KnowledgeService } from '../document-stores/public.ts';
import { createDocumentFiles } from './document-files.ts';
import { readRoom } from './intake-room.ts';
import { uploadFiles } from './upload-files.ts';

/** Routes of the files of loaders. */
export function documentFileRoutes(app: App, knowledge: KnowledgeService): void {
  const files = createDocumentFiles(knowledge);
  serve(app, listDocumentFiles, ({ caller, params, query }) => files.list(caller, params, query));
  serve(app, readIntakeRoom, ({ caller }) => readRoom(knowledge, caller));
  serve(app, uploadDocumentFiles, ({ caller, params, request }) =>
    uploadFiles(knowledge, caller, params, request),
  );
  serve(app, retryDocumentFiles, ({ caller, params, body }) => files.retry(caller, params, body));
  serve(app, removeDocumentFiles, ({ caller, params, body }) => files.remove(caller, params, body));
}
