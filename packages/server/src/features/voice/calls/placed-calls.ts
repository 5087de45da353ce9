import { type Call, openCallSocket } from '@tendril/contract/api/calls';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { fullOfCalls } from '../../../platform/processes/process-load.ts';
import type { RegisterRequest } from './call-register.ts';
import type { Calls } from './calls.ts';
import { keepCallPlace, placeAnswer } from './internal-calls.ts';
import type { KeptPlaces } from './kept-places.ts';
import type { MediaProcess } from './media/media-process.ts';

/** A process that does not answer within this time is not waited for. */
const askMs = 2000;

interface PlacedCallParts extends Pick<Infrastructure, 'config' | 'callProcesses' | 'peers'> {
  calls: Pick<Calls, 'register'>;
  kept: KeptPlaces;
  media: Pick<MediaProcess, 'prepare'> | undefined;
}

/** A call that a page may open. */
interface PlacedCall {
  call: Call;
  /** Names the process that is to carry it. */
  token: string;
  /** Where its line is opened: a path of this installation, or the address of the process. */
  socket: string;
}

interface Place {
  processId: string;
  address?: string | undefined;
}

export type PlacedCalls = ReturnType<typeof placedCalls>;

/** Calls of pages, each registered for the process that has most room for it. */
export function placedCalls({ calls, kept, media, config, callProcesses, peers }: PlacedCallParts) {
  async function ask(processId: string, id: string) {
    const signal = AbortSignal.timeout(askMs);
    const request = { method: 'POST', path: keepCallPlace.path, body: { id }, signal } as const;
    const answer = await peers.ask(processId, request).catch(() => undefined);
    return placeAnswer.safeParse(answer).data;
  }

  /** Undefined for this process. Throws UNAVAILABLE where all are full. */
  async function find(id: string): Promise<Place | undefined> {
    let isFull = false;
    for (const { id: processId, isHere, isSubstitute } of await callProcesses.inOrder()) {
      if (isSubstitute && isFull) break;
      if (isHere) {
        if (kept.keep(id)) return undefined;
        isFull = true;
        continue;
      }
      callProcesses.noteGiven(processId);
      const answer = await ask(processId, id);
      if (answer?.state === 'kept') return { processId, address: answer.address };
      if (answer?.state === 'full') isFull = true;
    }
    if (isFull) throw fullOfCalls();
    return undefined;
  }

  return {
    /** Throws what `Calls.register` does, and UNAVAILABLE where no process has room. */
    async register(scope: Scope, asked: RegisterRequest): Promise<PlacedCall> {
      const id = mintOrderedId();
      let place: Place | undefined;
      const { call, token } = await calls.register(scope, { ...asked, id }, async () => {
        // What is typed has no sound that anything could make late.
        if (asked.channel === 'audio') place = await find(id);
      });
      if (place)
        return {
          call,
          token: `${place.processId}.${token}`,
          socket: socketOf(place, config.publicUrl, asked.isForOtherPages === true),
        };
      if (asked.channel === 'audio') media?.prepare();
      return { call, token, socket: openCallSocket.path };
    },
  };
}

/**
 * Where a page reaches a process. Our own pages may open sockets of their own origin only: for them the line is passed
 * on by the process that has served them.
 */
function socketOf({ address }: Place, publicUrl: string | undefined, isForOtherPages: boolean): string {
  const { path } = openCallSocket;
  if (address === undefined) return path;
  if (address.startsWith('/')) return address + path;
  const isOwn = publicUrl !== undefined && URL.parse(address)?.origin === URL.parse(publicUrl)?.origin;
  return isOwn || isForOtherPages ? `${address.replace(/^http/, 'ws')}${path}` : path;
}
