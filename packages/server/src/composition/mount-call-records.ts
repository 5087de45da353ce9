import { buffer } from 'node:stream/consumers';
import { AppError } from '@tendril/contract/app-error';
import { callReplayRoutes, createCallReplays } from '../features/voice/call-replays/public.ts';
import { callViewRoutes, createCallViews } from '../features/voice/call-views/public.ts';
import type { Calls, Recordings } from '../features/voice/calls/public.ts';
import type { OpenCaller } from '../features/voice/simulations/public.ts';
import type { VoiceAgents } from '../features/voice/voice-agents/public.ts';
import type { DatabaseTransaction } from '../platform/db/schema.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { EventLog } from '../platform/events/events.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Services } from './services.ts';

/** Deletes what else is stored of a call; a function that it returns deletes the files afterwards. */
export type TraceRemover = (trx: DatabaseTransaction, scope: Scope, callId: string) => Promise<unknown>;

interface CallRecordNeeds {
  agents: VoiceAgents;
  calls: Calls;
  recordings: Recordings;
  openCaller: OpenCaller;
  /** What other features have stored of a call, which goes with it. */
  removers: TraceRemover[];
}

/** What people do with calls that are over: saved views of their list, and replays. */
export async function mountCallRecords(
  app: App,
  { db, limits, processes }: Infrastructure,
  { jobs, events }: Pick<Services, 'jobs' | 'events'>,
  { agents, calls, recordings, removers, openCaller }: CallRecordNeeds,
): Promise<void> {
  callViewRoutes(app, createCallViews(db));
  const replays = createCallReplays({
    ...{ db, jobs, limits, agents, calls, openCaller },
    ownerId: processes.id,
    async readRecording({ workspaceId }, id) {
      const recording = await recordings.open({ id, workspaceId });
      try {
        return await buffer(recording.read(0, Math.max(0, recording.size - 1)));
      } finally {
        // A file closes with its stream.
        await recording.close().catch(() => undefined);
      }
    },
    pathOf: (scope, runId) => pathOf(events, scope, runId),
    removeCall: (scope, id) => calls.remove(scope, id).catch(unlessGone),
  });
  callReplayRoutes(app, replays);
  removers.push(replays.removeOfCall);
  app.streams.onDrain(() => replays.close());
  const endRecovery = await processes.recover('replays that nobody went on with were ended', replays.recover);
  app.fastify.addHook('preClose', async () => {
    endRecovery();
    replays.close();
  });
}

async function pathOf(events: EventLog, scope: Scope, runId: string): Promise<string[]> {
  const logged = await events.read(scope, runId);
  return logged.flatMap((event) => (event.type === 'node-start' ? [event.label] : []));
}

function unlessGone(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
}
