import { queryOptions } from '@tanstack/react-query';
import {
  readChunkBlocks,
  readChunkDocument,
  readChunkFile,
  readCitation,
  readCitationBlocks,
  readCitationFile,
} from '@tendril/contract/api/citations';
import { addressOf } from '../../kit/api/address.ts';
import { call, toOutgoing } from '../../kit/api/call.ts';
import { send } from '../../kit/api/send.ts';
import type { CitationTarget } from './citation-target.ts';

const keyOf = (target: CitationTarget) => ['citation', ...Object.values(target)];
const answerParams = ({ flowId, messageId, number }: CitationTarget & { kind: 'answer' }) => ({
  params: { flowId, messageId, number },
});
const chunkParams = ({ storeId, chunkId }: CitationTarget & { kind: 'chunk' }) => ({
  params: { storeId, chunkId },
});

/** The document behind a citation. */
export const citationQuery = (target: CitationTarget) =>
  queryOptions({
    queryKey: keyOf(target),
    queryFn: ({ signal }) =>
      target.kind === 'answer'
        ? call(readCitation, { ...answerParams(target), query: { chatId: target.chatId }, signal })
        : call(readChunkDocument, { ...chunkParams(target), signal }),
    retry: false,
  });

/** The part of it around what is cited. */
export const citationBlocksQuery = (target: CitationTarget) =>
  queryOptions({
    queryKey: [...keyOf(target), 'blocks'],
    queryFn: ({ signal }) =>
      target.kind === 'answer'
        ? call(readCitationBlocks, { ...answerParams(target), query: { chatId: target.chatId }, signal })
        : call(readChunkBlocks, { ...chunkParams(target), signal }),
    retry: false,
  });

function fileRequest(target: CitationTarget) {
  return target.kind === 'answer'
    ? toOutgoing(readCitationFile, { ...answerParams(target), query: { chatId: target.chatId } })
    : toOutgoing(readChunkFile, chunkParams(target));
}

/** Where the browser itself reads the file: sound and pictures. */
export function citedFileAddress(target: CitationTarget): string {
  return addressOf(fileRequest(target).path);
}

/** The bytes of the file. */
export async function readCitedFile(target: CitationTarget, signal: AbortSignal): Promise<Uint8Array> {
  const response = await send({ ...fileRequest(target), signal });
  return new Uint8Array(await response.arrayBuffer());
}
