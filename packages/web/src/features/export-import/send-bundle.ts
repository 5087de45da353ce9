import type { Answer, EndpointDefinition } from '@tendril/contract/api/endpoint';
import { readImportProgress } from '@tendril/contract/api/export-import';
import { call } from '../../kit/api/call.ts';
import { send } from '../../kit/api/send.ts';

const longestMs = 5 * 60 * 1000;
const askEveryMs = 300;

/** `jobId`: of an import that can be canceled. */
export type ImportProgressState = Answer<typeof readImportProgress> & { jobId?: string };

/** Sends files as they are; meanwhile `onProgress` receives the server's progress. */
export async function sendImport(
  { method, path, auth }: EndpointDefinition,
  text: string,
  onProgress: (state: ImportProgressState) => void,
): Promise<Response> {
  let isOver = false;
  const ask = async () => {
    const state = await call(readImportProgress).catch(() => undefined);
    if (state && !isOver) onProgress(state);
  };
  const timer = setInterval(() => void ask(), askEveryMs);
  try {
    return await send({ method, path, auth, text, signal: AbortSignal.timeout(longestMs) });
  } finally {
    isOver = true;
    clearInterval(timer);
  }
}
