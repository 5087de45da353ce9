import { createAttachments, readUploadedFile, uploadFlowFiles } from '@tendril/contract/api/uploads';
import type { App } from '../../../platform/http/app.ts';
import { parseInput } from '../../../platform/http/parse-input.ts';
import { serve, serveRaw } from '../../../platform/http/serve.ts';
import type { FlowGate } from '../predictions/public.ts';
import type { AttachmentService } from './attachments.ts';
import type { ChatFiles } from './chat-files.ts';
import type { FlowFileService } from './flow-files.ts';
import { sendStoredFile } from './stored-file-answer.ts';

interface UploadRouteParts {
  flowFiles: FlowFileService;
  attachments: AttachmentService;
  chatFiles: ChatFiles;
  gate: FlowGate;
}

const visited = { alias: true, perMinute: 60 };

/** Routes for uploading and downloading files; those of chats also under `/api/v1`. */
export function uploadRoutes(app: App, { flowFiles, attachments, chatFiles, gate }: UploadRouteParts): void {
  serve(app, uploadFlowFiles, ({ caller, params, request }) => flowFiles.receive(caller, params.id, request));

  const brought = gate.admission(createAttachments, ({ chatflowId }) => chatflowId);
  serve(
    app,
    createAttachments,
    async ({ params, request }) => {
      const { flow, visitor, chatOf } = brought.of(request);
      const place = { chatId: chatOf(params.chatId), visitor: visitor?.from };
      const received = await attachments.receive(flow, place, request);
      const fields = parseInput(createAttachments.body, received.fields) as { base64: boolean };
      if (!fields.base64) return received.attachments;
      return received.attachments.map((attachment, index) => ({
        ...attachment,
        content: received.contents[index]?.toString('base64') ?? '',
      }));
    },
    { ...visited, admit: brought.admit },
  );

  serveRaw(
    app,
    readUploadedFile,
    async ({ caller, query, request, reply }) => {
      const { flow, chatOf } = await gate.enter(caller, query.chatflowId, request, reply, 'none');
      const place = { workspaceId: flow.workspaceId, flowId: flow.id, chatId: chatOf(query.chatId) };
      const file = await chatFiles.stream(place, query.fileName);
      const isDownload = query.download !== undefined && query.download !== 'false';
      return sendStoredFile(reply, { ...file, name: query.fileName, isDownload });
    },
    { alias: true, perMinute: 600 },
  );
}
