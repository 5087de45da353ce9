import type { ErrorDetail } from '@tendril/contract/app-error';
import { errorTexts } from '../texts/en/errors.ts';
import { say } from '../texts/texts.ts';

/** A failed request; `status` is 0 if there was no response. */
export class RequestError extends Error {
  readonly status: number;
  /** The server's code, also one this page does not know; `NETWORK`, `TIMEOUT` or `UNREADABLE` are ours. */
  readonly code: string;
  readonly details: ErrorDetail[];
  /** The request id in the server log. */
  readonly requestId: string | undefined;
  /** The raw error response. */
  readonly responseText: string;

  constructor(
    status: number,
    code: string,
    message: string,
    options: {
      details?: ErrorDetail[];
      requestId?: string | undefined;
      responseText?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'RequestError';
    this.status = status;
    this.code = code;
    this.details = options.details ?? [];
    this.requestId = options.requestId;
    this.responseText = options.responseText ?? '';
  }
}

interface RefusalBody {
  code?: unknown;
  message?: unknown;
  requestId?: unknown;
  details?: unknown;
}

/** Reads a refused answer; one without a readable body still gets a sentence. */
export async function readRefusal(response: Response): Promise<RequestError> {
  const responseText = await response.text().catch(() => '');
  const body = readObject(responseText);
  const text = typeof body.message === 'string' ? body.message : '';
  return new RequestError(
    response.status,
    typeof body.code === 'string' ? body.code : String(response.status),
    text || say(errorTexts, 'noMessage', { status: response.status }),
    {
      details: Array.isArray(body.details) ? body.details : [],
      requestId:
        typeof body.requestId === 'string'
          ? body.requestId
          : (response.headers.get('x-request-id') ?? undefined),
      responseText,
    },
  );
}

function readObject(text: string): RefusalBody {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
