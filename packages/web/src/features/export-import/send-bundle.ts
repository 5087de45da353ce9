import type { Answer, EndpointDefinition } from '@tendril/contract/api/endpoint';
import {
  type BundleReport,
  importBundle,
  inspectBundle,
  readImportProgress,
} from '@tendril/contract/api/export-import';
import { call } from '../../kit/api/call.ts';
import { send } from '../../kit/api/send.ts';

const longestMs = 5 * 60 * 1000;
const askEveryMs = 300;

export type ImportState = Answer<typeof readImportProgress>;

/** Sends a bundle as is; meanwhile `onProgress` receives the server's progress. */
async function sendBundle(
  { method, path, auth }: EndpointDefinition,
  text: string,
  onProgress: (state: ImportState) => void,
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

/** What an import of this text would do. */
export async function inspectText(
  text: string,
  onProgress: (state: ImportState) => void,
): Promise<BundleReport> {
  const response = await sendBundle(inspectBundle, text, onProgress);
  return inspectBundle.response.parse(await response.json());
}

/** Imports the text, all of it or nothing. */
export async function importText(text: string, onProgress: (state: ImportState) => void): Promise<void> {
  await sendBundle(importBundle, text, onProgress);
}
