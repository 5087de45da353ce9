import { AppError, type ErrorCode } from '../app-error.ts';
import type { OpenStream } from './outbound-stream.ts';

/** One line the code wrote to its console, already converted to text. */
export interface SandboxLog {
  level: 'debug' | 'info' | 'log' | 'warn' | 'error';
  text: string;
}

/** A `fetch` request of the code; `signal` fires when the run ends before the response came. */
interface SandboxFetchInit {
  method: string;
  headers: [string, string][];
  redirect: 'follow' | 'error' | 'manual';
  body?: string | Uint8Array<ArrayBuffer>;
  signal: AbortSignal;
}

/** An answer handed back to the code, whole; `url` is where redirects led. */
export interface SandboxFetchResponse {
  status: number;
  statusText: string;
  url: string;
  redirected: boolean;
  headers: [string, string][];
  body: Uint8Array;
}

/** The only way out of the sandbox: the caller decides which addresses may be reached. */
export type SandboxFetch = (url: string, init: SandboxFetchInit) => Promise<SandboxFetchResponse>;

/**
 * One piece of user code to run. `code` is the body of an async function (`await` and `return` are allowed),
 * `variables` become its globals (JSON values, names like `$vars`); `fetch` exists inside only when given, and drivers of databases
 * reach them only by `openStream`.
 * Computing and waiting (for requests and timers) are limited apart: `waitMs` is how long the code may wait in all, at
 * most five minutes; `timeoutMs` limits both together.
 */
export interface SandboxRequest {
  code: string;
  variables: Record<string, unknown>;
  waitMs?: number;
  timeoutMs?: number;
  signal?: AbortSignal;
  fetch?: SandboxFetch;
  openStream?: OpenStream;
}

/** What the code returned, copied as plain JSON (`undefined` when it returned nothing), and what it logged. */
export interface SandboxResult {
  value: unknown;
  logs: SandboxLog[];
}

/**
 * Runs user code outside the server process. Rejects with `SandboxError`: TOOL_FAILED (it threw, or ran out of memory),
 * TOOL_TIMEOUT, TOOL_RESULT (what it returned is not plain JSON); with `AppError` INVALID_INPUT (bad variables),
 * RUN_CANCELLED (the signal fired), TOO_MANY_REQUESTS (too many runs wait already) or SERVER_DRAINING (closed).
 */
export interface Sandbox {
  run(request: SandboxRequest): Promise<SandboxResult>;
  close(): Promise<void>;
}

/** Why a run of user code failed, with the console lines written until then. */
export class SandboxError extends AppError {
  readonly logs: readonly SandboxLog[];

  constructor(code: ErrorCode, message: string, logs: readonly SandboxLog[] = [], cause?: unknown) {
    super(code, message, { cause });
    this.logs = logs;
  }
}
