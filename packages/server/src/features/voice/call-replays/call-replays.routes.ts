import {
  deleteCallReplays,
  listCallReplays,
  readCallReplay,
  readCallReplays,
  startCallReplays,
} from '@tendril/contract/api/call-replays';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { CallReplays } from './call-replays.ts';

/** Mounts replays of recorded calls. */
export function callReplayRoutes(app: App, replays: CallReplays): void {
  serve(app, startCallReplays, async ({ caller, body }) => ({ data: await replays.start(caller, body) }));
  serve(app, listCallReplays, async ({ caller, query }) => ({
    data: await replays.list(caller, query.callId),
  }));
  serve(app, readCallReplays, async ({ caller, params }) => ({
    data: await replays.read(caller, params.id),
  }));
  serve(app, readCallReplay, async ({ caller, params }) => ({
    data: await replays.readOne(caller, params.id, params.replayId),
  }));
  serve(app, deleteCallReplays, ({ caller, params }) => replays.remove(caller, params.id));
}
