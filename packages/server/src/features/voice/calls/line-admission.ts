import type { openCallSocket } from '@tendril/contract/api/calls';
import type { Query } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { CallNotice } from '@tendril/contract/voice/call-socket';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config.ts';
import { addressOf } from '../../../platform/http/address-limit.ts';
import type { App } from '../../../platform/http/app.ts';
import { requireOwnOrigin } from '../../../platform/http/own-origin.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { isForCalls } from '../../../platform/processes/process-role.ts';
import type { CallLimits } from './call-limits.ts';
import type { Calls } from './calls.ts';
import type { openOwnedLine } from './internal-calls.ts';
import type { KeptPlaces } from './kept-places.ts';
import type { RegisteredLine } from './lead-call.ts';
import type { LedLine, LedLines } from './led-lines.ts';
import type { ResumableLines } from './resumable-lines.ts';
import type { SocketLine } from './socket-line.ts';

interface LineAdmissionParts extends Pick<Infrastructure, 'callProcesses'> {
  app: Pick<App, 'isAlive' | 'isStopping'>;
  config: Config;
  calls: Pick<Calls, 'takeToken' | 'isWaiting'>;
  limits: Pick<CallLimits, 'require'>;
  lines: ResumableLines;
  kept: KeptPlaces;
  led: LedLines;
}

/** The line of a call in progress, which its page opens again. */
type OpenLine = Pick<SocketLine, 'resume'>;

/** A page that another process has let in, and that gets a reason in words instead of a line. */
interface RefusedLine {
  readonly refusal: CallNotice;
}

/** Decides which line a token opens, and where that is. */
export function lineAdmission(parts: LineAdmissionParts) {
  const { app, config, calls, limits, lines, kept, led } = parts;

  /** The registered call of a token, which is used up; undefined for none. */
  async function take(
    token: string,
    address: string,
    requireOrigin: () => void,
  ): Promise<RegisteredLine | undefined> {
    let isForOtherPages = false;
    const row = await calls.takeToken(token, async (found, isOpenToOthers) => {
      isForOtherPages = isOpenToOthers;
      if (!isForOtherPages) requireOrigin();
      if (found.holder !== null && !(await app.isAlive(found.holder))) throw ended();
      kept.require(found.id);
      await limits.require({ ...found, address });
    });
    return row && { row, isForOtherPages, address };
  }

  return {
    /** For a page. Throws UNAUTHORIZED for a token that opens nothing. */
    async admit(
      { token }: Query<typeof openCallSocket>,
      request: FastifyRequest,
    ): Promise<OpenLine | LedLine | RegisteredLine> {
      const owner = led.ownerOf(token);
      const isElsewhere = owner !== undefined && !led.isHere(owner.processId);
      const there = isElsewhere ? await led.open(owner, request, config) : undefined;
      if (there?.far) return there;
      const open = owner && !isElsewhere && lines.find(owner.token);
      if (open) {
        if (!open.isForOtherPages) requireOwnOrigin(request, config);
        return open.line;
      }
      const own = owner?.token ?? token;
      if ((isElsewhere || app.isStopping()) && (await calls.isWaiting(own))) {
        const other = await openElsewhere(parts, { own, gone: owner?.processId }, request);
        if (other) return other;
        if (app.isStopping() && isForCalls(config.roles))
          throw new AppError('SERVER_DRAINING', 'The server is stopping.');
      }
      const begun = await take(own, addressOf(request), () => requireOwnOrigin(request, config));
      if (begun) return begun;
      if (owner) return { far: undefined };
      throw new AppError('UNAUTHORIZED', 'This call token was already used or has expired.');
    },

    /** For a page that another process has let in. Throws NOT_FOUND for a token that opens nothing here. */
    async admitLed({
      token,
      isOwnOrigin: isOwn,
      from,
    }: Query<typeof openOwnedLine>): Promise<OpenLine | RegisteredLine | RefusedLine> {
      const open = lines.find(token);
      if (open && (open.isForOtherPages || isOwn === 'true')) return open.line;
      if (open || app.isStopping()) throw nothingHere();
      try {
        const begun = await take(token, from, () => {
          if (isOwn !== 'true') throw nothingHere();
        });
        if (begun) return begun;
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'NOT_FOUND') throw error;
        return { refusal: { type: 'refused', code: error.code, message: error.message } };
      }
      throw nothingHere();
    },
  };
}

/** A call whose process is gone or stops before its line opened is begun by another one that is there for calls. */
async function openElsewhere(
  { app, config, led, callProcesses }: LineAdmissionParts,
  { own: token, gone }: { own: string; gone: string | undefined },
  request: FastifyRequest,
): Promise<LedLine | undefined> {
  for (const { id, isHere } of await callProcesses.inOrder()) {
    if (isHere && !app.isStopping()) return undefined;
    const isAsked = !isHere && id !== gone;
    const found = isAsked ? await led.open({ processId: id, token }, request, config) : undefined;
    if (found?.far) return found;
  }
  return undefined;
}

function nothingHere(): AppError {
  return new AppError('NOT_FOUND', 'Call not found.');
}

function ended(): AppError {
  return new AppError('UNAUTHORIZED', 'What this call was registered with has ended. Sign in again.');
}
