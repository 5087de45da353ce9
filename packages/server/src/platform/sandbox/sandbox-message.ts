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

const fetchQuestion = z.strictObject({
  url: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
});

/** Messages of the sandbox process; the server validates them, because that process has run untrusted code. */
export const sandboxReport = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('end'), run: z.int(), outcome, logs: z.array(log) }),
  z.strictObject({ type: z.literal('ask'), run: z.int(), call: z.int(), question: z.string() }),
]);

/** A request written by the code inside; validated separately, so that a forged one fails that request only. */
export const sandboxFetchQuestion = fetchQuestion;

export type SandboxReport = z.infer<typeof sandboxReport>;
export type RunOutcome = z.infer<typeof outcome>;
export type RunLog = z.infer<typeof log>;

/** Starts a run; `variables` is JSON text, `wallMs` counts from the moment the code starts. */
export interface RunCommand {
  type: 'run';
  run: number;
  code: string;
  variables: string;
  hasFetch: boolean;
  cpuMs: number;
  wallMs: number;
}

/** The response to one `ask`: `text` is JSON when `isAnswered`, else the error message. */
export interface AnswerCommand {
  type: 'answer';
  run: number;
  call: number;
  isAnswered: boolean;
  text: string;
}

/** Messages of the server to the sandbox process. */
export type SandboxCommand = RunCommand | AnswerCommand | { type: 'stop'; run: number };
