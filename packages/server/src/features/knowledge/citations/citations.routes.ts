import {
  readChunkBlocks,
  readChunkDocument,
  readChunkFile,
  readCitation,
  readCitationBlocks,
  readCitationFile,
} from '@tendril/contract/api/citations';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../../../platform/db/scope.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { App } from '../../../platform/http/app.ts';
import type { Caller, ScopedCaller } from '../../../platform/http/caller.ts';
import type { CallerTokens } from '../../../platform/http/caller-tokens.ts';
import { serve, serveRaw } from '../../../platform/http/serve.ts';
import type { CitedDocuments, CitedPlace, CitedSource } from './cited-documents.ts';
import type { BlockReader } from './read-cited-blocks.ts';
import { sendCitedFile } from './send-cited-file.ts';

/** Whose answers a caller may read: all of a workspace, or those of one chat. */
interface CitationRight {
  scope: Scope;
  chatId: string | undefined;
}

interface CitationRouteParts {
  documents: CitedDocuments;
  readBlocks: BlockReader;
  files: Pick<FileStore, 'stream'>;
  /** What access lists know the caller by. */
  callersOf: CallerTokens['of'];
  /** Throws what refuses the caller. */
  enter(
    caller: Caller,
    asked: { flowId: string; chatId: string | undefined },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<CitationRight>;
}

interface Asking {
  caller: Caller;
  params: CitedPlace;
  query: { chatId?: string | undefined };
  request: FastifyRequest;
  reply: FastifyReply;
}

const perMinute = { perMinute: 600 };

/** Routes that open the documents behind answers and chunks. */
export function citationRoutes(app: App, parts: CitationRouteParts): void {
  const { documents, readBlocks, files, callersOf, enter } = parts;

  async function ofAnswer({ caller, params, query, request, reply }: Asking): Promise<CitedSource> {
    const asked = { flowId: params.flowId, chatId: query.chatId };
    const { scope, chatId } = await enter(caller, asked, request, reply);
    return documents.ofAnswer(scope, params, chatId, await callersOf(caller, scope));
  }

  const ofChunk = async (caller: ScopedCaller, { storeId, chunkId }: { storeId: string; chunkId: string }) =>
    documents.ofChunk(caller, storeId, chunkId, await callersOf(caller, caller));

  serve(app, readCitation, async (asking) => (await ofAnswer(asking)).shown, perMinute);
  serve(app, readCitationBlocks, async (asking) => readBlocks(await ofAnswer(asking), asking.signal), {
    perMinute: 120,
  });
  serveRaw(app, readCitationFile, async (asking) => send(asking, files, await ofAnswer(asking)), perMinute);

  serve(app, readChunkDocument, async ({ caller, params }) => (await ofChunk(caller, params)).shown);
  serve(app, readChunkBlocks, async ({ caller, params, signal }) =>
    readBlocks(await ofChunk(caller, params), signal),
  );
  serveRaw(app, readChunkFile, async ({ caller, params, ...asking }) =>
    send(asking, files, await ofChunk(caller, params)),
  );
}

function send(
  { request, reply }: Pick<Asking, 'request' | 'reply'>,
  files: Pick<FileStore, 'stream'>,
  source: CitedSource,
): Promise<FastifyReply> {
  const { content, shown } = source;
  if (!content || shown.size === null) throw new AppError('NOT_FOUND', 'The document is not kept.');
  return sendCitedFile(reply, files, { ...source, content }, shown.size, request.headers.range);
}
