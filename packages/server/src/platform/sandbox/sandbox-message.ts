import * as z from 'zod';

const log = z.strictObject({ level: z.enum(['debug', 'info', 'log', 'warn', 'error']), text: z.string() });

const outcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('returned'), json: z.string() }),
  z.strictObject({ kind: z.literal('nothing') }),
  z.strictObject({ kind: z.literal('stopped') }),
  z.strictObject({
    kind: z.literal('failed'),
    reason: z.enum(['thrown', 'refused', 'time', 'memory']),
    message: z.string(),
  }),
]);

const header = z.tuple([z.string(), z.string()]);

/** Messages of the sandbox process; the server validates them, because that process has run untrusted code. */
export const sandboxReport = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('end'), run: z.int(), outcome, logs: z.array(log) }),
  z.strictObject({
    type: z.literal('ask'),
    run: z.int(),
    call: z.int(),
    kind: z.enum(['fetch', 'socket']),
    question: z.string(),
    body: z.base64().optional(),
  }),
  z.strictObject({ type: z.literal('forget'), run: z.int(), call: z.int() }),
  z.strictObject({ type: z.literal('wait'), run: z.int(), isWaiting: z.boolean() }),
  z.strictObject({ type: z.literal('load'), name: z.string().max(200) }),
]);

/**
 * What the code inside wrote as its request; checked apart, so that a forged one fails that request only. A body that is
 * no text comes beside it.
 */
export const sandboxFetchQuestion = z.strictObject({
  url: z.string(),
  method: z.string(),
  headers: z.array(header),
  redirect: z.enum(['follow', 'error', 'manual']),
  body: z.string().optional(),
});

/** What the code inside does with a connection; the bytes of a `write` come beside it. */
export const sandboxSocketQuestion = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('open'), host: z.string(), port: z.number() }),
  z.strictObject({
    step: z.literal('encrypt'),
    connection: z.int(),
    host: z.string(),
    isChecked: z.boolean(),
    ca: z.string().optional(),
  }),
  z.strictObject({ step: z.enum(['read', 'write', 'end', 'close']), connection: z.int() }),
  z.strictObject({ step: z.literal('records'), kind: z.enum(['SRV', 'TXT']), name: z.string().max(253) }),
]);

export type SandboxReport = z.infer<typeof sandboxReport>;
export type RunReport = Exclude<SandboxReport, { type: 'load' }>;
export type RunOutcome = z.infer<typeof outcome>;
export type RunLog = z.infer<typeof log>;

/** How long a run may compute, how long it may wait for requests and timers, and, where set, both together. */
export interface RunLimits {
  cpuMs: number;
  waitMs: number;
  totalMs?: number;
}

/** Starts a run; `variables` is JSON text. */
export interface RunCommand extends RunLimits {
  type: 'run';
  run: number;
  code: string;
  variables: string;
  hasFetch: boolean;
}

/** The response to one `ask`: `text` is JSON when `isAnswered`, else the error message. */
export interface AnswerCommand {
  type: 'answer';
  run: number;
  call: number;
  isAnswered: boolean;
  text: string;
  body?: string;
}

/** The answer to one `load`: the library as one script, or why there is none. */
export interface LibraryCommand {
  type: 'library';
  name: string;
  source?: string;
  problem?: string;
}

/** What the server sends to the sandbox process. */
export type SandboxCommand = RunCommand | AnswerCommand | LibraryCommand | { type: 'stop'; run: number };
