import { AppError } from '@tendril/contract/app-error';
import { SandboxError, type SandboxRequest, type SandboxResult } from '@tendril/contract/provider/sandbox';
import { readPlainJson } from './plain-json.ts';
import {
  type AnswerCommand,
  type RunCommand,
  type RunLog,
  type RunOutcome,
  sandboxFetchQuestion,
} from './sandbox-message.ts';

const maxAnswerCharacters = 8 * 1024 * 1024;
const failureCodes = {
  thrown: 'TOOL_FAILED',
  memory: 'TOOL_FAILED',
  time: 'TOOL_TIMEOUT',
  refused: 'TOOL_RESULT',
} as const;

/** One run on the server's side: what to send, where the result goes, what is still being fetched for it. */
export interface SandboxRun {
  readonly command: RunCommand;
  readonly promise: Promise<SandboxResult>;
  readonly isSettled: () => boolean;
  finish(outcome: RunOutcome, logs: RunLog[]): void;
  fail(error: AppError): void;
  answer(call: number, question: string): Promise<AnswerCommand>;
}

/** Makes a run out of a request; it settles once, by `finish` or by `fail`. */
export function createSandboxRun(command: RunCommand, request: SandboxRequest): SandboxRun {
  const { promise, resolve, reject } = Promise.withResolvers<SandboxResult>();
  const fetches = new AbortController();
  let isSettled = false;

  function settle(action: () => void): void {
    if (isSettled) return;
    isSettled = true;
    fetches.abort();
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
    async answer(call, question) {
      const common = { type: 'answer', run: command.run, call } as const;
      try {
        return { ...common, isAnswered: true, text: await fetchFor(request, question, fetches.signal) };
      } catch (error) {
        const text = sentenceOf(error);
        return { ...common, isAnswered: false, text };
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

async function fetchFor(request: SandboxRequest, text: string, signal: AbortSignal): Promise<string> {
  const parsed = sandboxFetchQuestion.safeParse(JSON.parse(text));
  if (!request.fetch || !parsed.success) throw new AppError('TOOL_FAILED', 'The request is not valid.');
  const { url, method, headers, body } = parsed.data;
  const {
    status,
    headers: answered,
    text: page,
  } = await request.fetch(url, {
    method,
    headers,
    signal,
    ...(body !== undefined && { body }),
  });
  if (page.length > maxAnswerCharacters) {
    throw new AppError('TOOL_FAILED', 'The response is larger than 8 MB.');
  }
  return JSON.stringify({ status, headers: answered, text: page });
}
