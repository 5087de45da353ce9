import { AppError } from '@tendril/contract/app-error';
import {
  SandboxError,
  type SandboxFetchResponse,
  type SandboxRequest,
  type SandboxResult,
} from '@tendril/contract/provider/sandbox';
import { createCodeSockets } from './code-sockets.ts';
import { readPlainJson } from './plain-json.ts';
import {
  type AnswerCommand,
  type RunCommand,
  type RunLog,
  type RunOutcome,
  type SandboxReport,
  sandboxFetchQuestion,
} from './sandbox-message.ts';

const failureCodes = {
  thrown: 'TOOL_FAILED',
  memory: 'TOOL_FAILED',
  time: 'TOOL_TIMEOUT',
  refused: 'TOOL_RESULT',
} as const;

type AskReport = SandboxReport & { type: 'ask' };

/** One run as the server keeps it: what to send, where the result goes, what is still being fetched for it. */
export interface SandboxRun {
  readonly command: RunCommand;
  readonly promise: Promise<SandboxResult>;
  readonly isSettled: () => boolean;
  finish(outcome: RunOutcome, logs: RunLog[]): void;
  fail(error: AppError): void;
  answer(question: AskReport): Promise<AnswerCommand>;
  /** The code waits for that answer no longer. */
  forget(call: number): void;
}

/** Makes a run out of a request; it settles once, by `finish` or by `fail`. */
export function createSandboxRun(command: RunCommand, request: SandboxRequest): SandboxRun {
  const { promise, resolve, reject } = Promise.withResolvers<SandboxResult>();
  const fetches = new Map<number, AbortController>();
  const sockets = createCodeSockets(request.openStream);
  let isSettled = false;

  function settle(action: () => void): void {
    if (isSettled) return;
    isSettled = true;
    for (const fetch of fetches.values()) fetch.abort();
    sockets.close();
    action();
  }

  return {
    command,
    promise,
    isSettled: () => isSettled,
    fail: (error) => settle(() => reject(error)),
    finish: (outcome, logs) =>
      settle(() => {
        try {
          resolve({ value: readValue(outcome, logs), logs });
        } catch (error) {
          reject(error);
        }
      }),
    forget: (call) => fetches.get(call)?.abort(),
    async answer(asked) {
      const { call } = asked;
      const common = { type: 'answer', run: command.run, call } as const;
      const abort = new AbortController();
      fetches.set(call, abort);
      try {
        const { body, ...meta } = await (asked.kind === 'socket'
          ? sockets.answer(asked.question, bodyOf(asked))
          : fetchFor(request, asked, abort.signal));
        const text = JSON.stringify(meta);
        return { ...common, isAnswered: true, text, body: Buffer.from(body).toString('base64') };
      } catch (error) {
        return { ...common, isAnswered: false, text: sentenceOf(error) };
      } finally {
        fetches.delete(call);
      }
    },
  };
}

function readValue(outcome: RunOutcome, logs: RunLog[]): unknown {
  switch (outcome.kind) {
    case 'returned':
      return readPlainJson(outcome.json, logs);
    case 'nothing':
      return undefined;
    case 'stopped':
      throw new AppError('RUN_CANCELLED', 'The run was stopped.');
    case 'failed':
      throw new SandboxError(failureCodes[outcome.reason], outcome.message, logs);
  }
}

// Only messages written for people are passed in; anything else could reveal details of the host.
function sentenceOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (error instanceof Error && error.cause instanceof AppError) return error.cause.message;
  return 'The request failed.';
}

function bodyOf({ body }: AskReport): Buffer<ArrayBuffer> | undefined {
  return body === undefined ? undefined : Buffer.from(body, 'base64');
}

async function fetchFor(
  request: SandboxRequest,
  asked: AskReport,
  signal: AbortSignal,
): Promise<SandboxFetchResponse> {
  const parsed = sandboxFetchQuestion.safeParse(JSON.parse(asked.question));
  if (!request.fetch || !parsed.success) throw new AppError('TOOL_FAILED', 'The request is not valid.');
  const { url, body: text, ...init } = parsed.data;
  if (!URL.canParse(url))
    throw new AppError('INVALID_INPUT', `"${url.slice(0, 200)}" is not a valid address.`);
  const body = bodyOf(asked) ?? text;
  return request.fetch(url, { ...init, signal, ...(body !== undefined && { body }) });
}
