import type { Call } from '@tendril/contract/api/calls';
import { endpoint } from '@tendril/contract/api/endpoint';
import { AppError, type ErrorCode, errorStatus } from '@tendril/contract/app-error';
import * as z from 'zod';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { App } from '../../../platform/http/app.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { fullOfCalls } from '../../../platform/processes/process-load.ts';
import type { Calls } from '../calls/public.ts';
import type { OutboundCalls, PlacedCall } from './outbound-calls.ts';

const texts = z.record(z.string(), z.string());

const ledCall = z.strictObject({
  workspaceId: z.string().max(128),
  id: z.string().max(64),
  /** ms since 1970: the caller waits no longer. */
  until: z.number(),
  fromNumber: z.string().max(64),
  toNumber: z.string().max(64),
  agentId: z.string().max(64).optional(),
  version: z.string().max(64).optional(),
  variables: texts,
  metadata: z.record(z.string(), z.unknown()),
  headers: texts.optional(),
});
type LedCall = z.output<typeof ledCall>;

const ledAnswer = z.object({
  outcome: z.enum(['placed', 'refused', 'full', 'not-here']),
  error: z
    .object({
      code: z.custom<ErrorCode>((code) => typeof code === 'string' && code in errorStatus),
      message: z.string(),
      details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
      retryAfterMs: z.number().optional(),
    })
    .optional(),
});
type LedAnswer = z.output<typeof ledAnswer>;

export const placeLedCall = endpoint({
  method: 'POST',
  path: '/internal/telephony/calls',
  auth: 'internal',
  tag: 'Internal',
  summary:
    'Places a call that was asked of a process without its lines; says so where this one has none either.',
  body: ledCall,
  response: ledAnswer,
});

/** An asked process that takes longer has no caller any more. */
const placeMs = 20_000;

interface LedCallParts extends Pick<Infrastructure, 'callProcesses' | 'load' | 'peers'> {
  app: Pick<App, 'isStopping'>;
  outbound: Pick<OutboundCalls, 'canPlaceHere' | 'place'>;
  calls: Pick<Calls, 'read'>;
}

export type LedCalls = ReturnType<typeof ledCalls>;

/** Single calls are placed by a process that has their lines, whichever is asked for them. */
export function ledCalls({ app, callProcesses, load, peers, outbound, calls }: LedCallParts) {
  // What is wrong with the number itself is said by the call.
  const canPlace = (scope: Scope, fromNumber: string) =>
    outbound.canPlaceHere(scope, fromNumber).catch(() => true);

  const find = (scope: Scope, id: string): Promise<Call | undefined> =>
    calls.read(scope, id).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    });

  return {
    /** Places a call here or at a process that has its lines. Throws what `OutboundCalls.place` does. */
    async place(scope: Scope, asked: PlacedCall): Promise<Call> {
      const { workspaceId } = scope;
      const id = asked.id ?? mintOrderedId();
      let isFull = false;
      // All get the same id, so that the database takes one call only, however many answers are lost.
      for (const { id: processId, isHere, isSubstitute } of await callProcesses.inOrder()) {
        if (isSubstitute && isFull) break;
        if (isHere) {
          if (!(await canPlace(scope, asked.fromNumber))) continue;
          if (!load.isFullOfCalls) return outbound.place(scope, { ...asked, id });
          isFull = true;
          continue;
        }
        callProcesses.noteGiven(processId);
        const until = Date.now() + placeMs;
        const body = { ...asked, workspaceId, id, until };
        const signal = AbortSignal.timeout(placeMs);
        const request = { method: 'POST', path: placeLedCall.path, body, signal } as const;
        const answer = await peers.ask(processId, request).catch(() => undefined);
        const { outcome, error } = ledAnswer.safeParse(answer).data ?? {};
        if (error) throw new AppError(error.code, error.message, optionsOf(error));
        isFull ||= outcome === 'full';
        const placed = outcome === 'not-here' || outcome === 'full' ? undefined : await find(scope, id);
        if (placed) return placed;
      }
      if (isFull) throw fullOfCalls();
      // Nobody has the lines of the number: the refusal says why.
      return outbound.place(scope, { ...asked, id });
    },

    /** Places a call that another process leads here. */
    async take({ workspaceId, until, ...asked }: LedCall): Promise<LedAnswer> {
      const scope = { workspaceId };
      if (Date.now() > until || app.isStopping() || !(await canPlace(scope, asked.fromNumber)))
        return { outcome: 'not-here' };
      if (await find(scope, asked.id)) return { outcome: 'placed' };
      if (load.isFullOfCalls) return { outcome: 'full' };
      try {
        await outbound.place(scope, asked);
        return { outcome: 'placed' };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const { retryAfterMs } = error;
        return {
          outcome: 'refused',
          error: { ...error.toBody(), ...(retryAfterMs !== undefined && { retryAfterMs }) },
        };
      }
    },
  };
}

function optionsOf({ details, retryAfterMs }: NonNullable<LedAnswer['error']>) {
  return { ...(details && { details }), ...(retryAfterMs !== undefined && { retryAfterMs }) };
}
