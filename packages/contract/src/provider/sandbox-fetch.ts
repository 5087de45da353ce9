import { AppError } from '../app-error.ts';
import type { SandboxFetch } from './sandbox.ts';

const maxAnswerBytes = 8 * 1024 * 1024;

/**
 * Turns the egress client's `fetch` into the one of a sandboxed run: responses of at most 8 MB. Rejects with the
 * errors of `fetch`, or TOOL_FAILED for a larger response.
 */
export function toSandboxFetch(fetch: typeof globalThis.fetch): SandboxFetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    return {
      status: response.status,
      statusText: response.statusText,
      url: response.url || url,
      redirected: response.redirected,
      headers: [...response.headers],
      body: await readBytes(response),
    };
  };
}

async function readBytes(response: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.byteLength;
    if (size > maxAnswerBytes) throw new AppError('TOOL_FAILED', 'The response is larger than 8 MB.');
    pieces.push(piece);
  }
  const [first] = pieces;
  return first && pieces.length === 1 ? first : joined(pieces, size);
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
