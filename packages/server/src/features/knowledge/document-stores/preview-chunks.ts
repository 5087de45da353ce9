import type { previewLoader } from '@tendril/contract/api/document-stores';
import type { Answer, Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { SourceDocument } from '@tendril/contract/provider/document';
import { openLoader } from './loader-chunks.ts';
import type { StoreNodes } from './store-nodes.ts';

type Preview = Answer<typeof previewLoader>;

interface PreviewRequest {
  nodes: StoreNodes;
  services: NodeServices;
  body: Body<typeof previewLoader>;
  signal: AbortSignal;
}

const previewParts = 8;
const mostProblems = 20;
/** A preview is watched while sliders move. */
const previewMs = 30_000;

/** The first chunks that a source would give. Throws NODE_FAILED where it cannot be read at all. */
export async function previewChunks({ nodes, services, body, signal }: PreviewRequest): Promise<Preview> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(previewMs)]);
  const loader = await openLoader({ nodes, services, settings: body, signal: within, isTrial: true });
  const chunks: Preview['chunks'] = [];
  const problems: string[] = [];
  let [totalChunks, count, isCut] = [0, 0, false];
  for await (const part of loader.parts()) {
    // Read only to know whether there are more.
    isCut = count >= previewParts || (loader.isLive && chunks.length >= body.previewChunkCount);
    if (isCut) break;
    count += 1;
    totalChunks += part.chunks.length;
    const shown = part.chunks.slice(0, body.previewChunkCount - chunks.length);
    chunks.push(...shown.map(toPreview));
    if (part.problem !== undefined && problems.length < mostProblems) problems.push(part.problem);
  }
  if (chunks.length === 0 && problems[0] !== undefined) throw new AppError('NODE_FAILED', problems[0]);
  return { chunks, totalChunks, previewChunkCount: body.previewChunkCount, isCut, problems };
}

/** A chunk as a preview shows it; what is indexed of it where that differs. */
function toPreview({ pageContent, metadata, indexText, parent }: SourceDocument): Preview['chunks'][number] {
  return {
    pageContent,
    metadata,
    ...(indexText !== undefined && { indexText }),
    ...(parent && { parentText: parent.text }),
  };
}
