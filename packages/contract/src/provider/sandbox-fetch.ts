import { AppError } from '../app-error.ts';
import type { SandboxFetch } from './sandbox.ts';

const maxAnswerBytes = 4 * 1024 * 1024;

/**
 * Turns the house's `fetch` (the egress client) into the one a sandboxed run may use: text answers of at most 4 MB.
 * Rejects with what `fetch` rejects with, or TOOL_FAILED for a larger answer.
 */
export function toSandboxFetch(fetch: typeof globalThis.fetch): SandboxFetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await readText(response),
    };
  };
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxAnswerBytes)
      throw new AppError('TOOL_FAILED', 'The answer to the request is larger than 4 MB.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
