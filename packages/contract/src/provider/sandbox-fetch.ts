import { AppError } from '../app-error.ts';
import type { SandboxFetch } from './sandbox.ts';

const maxAnswerBytes = 4 * 1024 * 1024;

/**
 * Turns the egress client's `fetch` into the one of a sandboxed run: text responses of at most 4 MB. Rejects with the
 * errors of `fetch`, or TOOL_FAILED for a larger response.
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
    if (bytes > maxAnswerBytes) throw new AppError('TOOL_FAILED', 'The response is larger than 4 MB.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
