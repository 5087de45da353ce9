import { downloadAssistantFile, readCredentialIcon, readNodeIcon } from '@tendril/contract/api/embed';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyReply } from 'fastify';
import type { App } from '../../../platform/http/app.ts';
import { serveRaw } from '../../../platform/http/serve.ts';
import type { FlowGate } from '../../flows/predictions/public.ts';
import type { ChatFiles, ChatPlace } from '../../flows/uploads/public.ts';
import type { AssistantFiles } from './assistant-files.ts';
import type { NodeIcons } from './node-icons.ts';

interface EmbedRouteParts {
  icons: NodeIcons;
  assistantFiles: AssistantFiles;
  chatFiles: ChatFiles;
  gate: FlowGate;
}

/** What embedded chats request besides the conversation itself; also under `/api/v1`. */
export function embedRoutes(app: App, { icons, assistantFiles, chatFiles, gate }: EmbedRouteParts): void {
  serveRaw(
    app,
    readNodeIcon,
    async ({ params, reply }) => sendPicture(reply, await icons.read(params.name)),
    { alias: true, perMinute: 600 },
  );

  serveRaw(
    app,
    readCredentialIcon,
    async ({ params, reply }) => sendPicture(reply, await icons.readCredential(params.name)),
    { alias: true, perMinute: 600 },
  );

  serveRaw(
    app,
    downloadAssistantFile,
    async ({ caller, body, request, reply }) => {
      const { flow, chatOf } = await gate.enter(caller, body.chatflowId, request, reply);
      const place = { workspaceId: flow.workspaceId, flowId: flow.id, chatId: chatOf(body.chatId) };
      const content =
        (await readOwn(chatFiles, place, body.fileName)) ??
        (await assistantFiles.download(flow, place.chatId, body.fileName));
      return reply
        .type('application/octet-stream')
        .header('content-disposition', 'attachment')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(content);
    },
    { alias: true, perMinute: 60 },
  );
}

function sendPicture(reply: FastifyReply, picture: string): FastifyReply {
  return reply
    .type('image/svg+xml')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'public, max-age=86400')
    .send(picture);
}

async function readOwn(chatFiles: ChatFiles, place: ChatPlace, name: string): Promise<Buffer | undefined> {
  try {
    return await chatFiles.read(place, name);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
