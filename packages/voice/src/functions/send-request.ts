import { AppError } from '@tendril/contract/app-error';
import type { FetchFunction } from '@tendril/contract/node/run-context';

/** How much of a response is returned to a model. */
export const longestResult = 15_000;
/** How much of a response is read. */
const mostBytes = 1_000_000;

interface OutgoingRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  signal: AbortSignal;
}

type RequestAnswer =
  | { status: number; text: string; isCut: boolean }
  /** There was no response: the reason in words, without any secret. */
  | { status: null; problem: string };

/** Sends a function's request; failures are results too. */
export async function sendRequest(fetch: FetchFunction, asked: OutgoingRequest): Promise<RequestAnswer> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), asked.timeoutMs);
  try {
    const headers = readHeaders(asked.headers);
    if (!headers) return { status: null, problem: 'one of its headers is not valid' };
    const response = await fetch(asked.url, {
      method: asked.method,
      headers,
      ...(asked.body !== '' && { body: asked.body }),
      signal: AbortSignal.any([asked.signal, timeout.signal]),
    });
    return { status: response.status, ...(await readText(response)) };
  } catch (error) {
    if (asked.signal.aborted) return { status: null, problem: 'the call was over before it answered' };
    if (timeout.signal.aborted)
      return { status: null, problem: `it did not answer within ${asked.timeoutMs} ms` };
    return { status: null, problem: problemOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

function readHeaders(headers: Record<string, string>): Headers | undefined {
  try {
    return new Headers(headers);
  } catch {
    // Its message would repeat the value, which may be a key.
    return undefined;
  }
}

/** Only our own errors have a message that is known to contain no secret. */
function problemOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return /^[A-Z][A-Z0-9_]{2,40}$/.test(code)
    ? `it could not be reached (${code})`
    : 'it could not be reached';
}

async function readText(response: Response): Promise<{ text: string; isCut: boolean }> {
  if (!response.body) return { text: '', isCut: false };
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const piece of response.body) {
    const left = mostBytes - bytes;
    bytes += piece.length;
    text += decoder.decode(piece.subarray(0, left), { stream: true });
    if (bytes > mostBytes) return { text, isCut: true };
  }
  return { text: text + decoder.decode(), isCut: false };
}
