import {
  createCall,
  deleteCall,
  listCalls,
  openCallSocket,
  readCall,
  readCallEvents,
  testFunction,
} from '@tendril/contract/api/calls';
import { AppError } from '@tendril/contract/app-error';
import type { Config } from '../../../platform/config.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { addressOf } from '../../../platform/http/address-limit.ts';
import type { App } from '../../../platform/http/app.ts';
import { requireOwnOrigin } from '../../../platform/http/own-origin.ts';
import { serve } from '../../../platform/http/serve.ts';
import { serveSocket } from '../../../platform/http/web-sockets.ts';
import type { WorkspaceLimits } from '../../../platform/limits/workspace-limits.ts';
import { createCallLimits } from './call-limits.ts';
import type { Calls } from './calls.ts';
import type { FunctionTests } from './function-tests.ts';
import { toReplayedTurns } from './given-history.ts';
import { leadCall } from './lead-call.ts';
import { createResumableLines } from './resumable-lines.ts';
import { SocketLine } from './socket-line.ts';

interface CallRouteParts {
  calls: Calls;
  functionTests: FunctionTests;
  config: Config;
  limits: WorkspaceLimits;
}

/** A call whose line is about to open. */
interface RegisteredLine {
  row: CallTable;
  isForOtherPages: boolean;
}

/** Mounts calls: their records, their lines, and trying their functions. */
export function callRoutes(
  app: App,
  { calls, functionTests, config, limits: workspaceLimits }: CallRouteParts,
): void {
  const limits = createCallLimits(workspaceLimits);
  serve(app, createCall, async ({ caller, body }) => {
    await limits.require({ workspaceId: caller.workspaceId, agentId: body.agentId });
    const kind = body.version === 'draft' ? 'test' : 'web';
    const history = toReplayedTurns(body.history);
    const isForOtherPages = caller.kind === 'apiKey';
    const { call, token } = await calls.register(caller, { ...body, kind, history, isForOtherPages });
    return { data: call, token, socketPath: openCallSocket.path };
  });
  serve(app, listCalls, ({ caller, query }) => calls.list(caller, query));
  serve(app, readCall, async ({ caller, params }) => ({ data: await calls.read(caller, params.id) }));
  serve(app, readCallEvents, async ({ caller, params }) => ({
    data: await calls.events(caller, params.id),
  }));
  serve(app, deleteCall, async ({ caller, params }) => calls.remove(caller, params.id));
  serve(app, testFunction, ({ caller, body, signal }) => functionTests.run(caller, body, signal));

  const lines = createResumableLines();
  serveSocket(app, openCallSocket, {
    async admit({ token }, request): Promise<SocketLine | RegisteredLine> {
      const open = lines.find(token);
      if (open) {
        if (!open.isForOtherPages) requireOwnOrigin(request, config);
        return open.line;
      }
      let isForOtherPages = false;
      const row = await calls.takeToken(token, async (found, isOpenToOthers) => {
        isForOtherPages = isOpenToOthers;
        if (!isForOtherPages) requireOwnOrigin(request, config);
        await limits.require({ ...found, address: addressOf(request) });
      });
      if (!row) throw new AppError('UNAUTHORIZED', 'This call token was already used or has expired.');
      return { row, isForOtherPages };
    },
    open(socket, admitted, request) {
      if (admitted instanceof SocketLine) return admitted.resume(socket);
      const { row, isForOtherPages } = admitted;
      leadCall({ calls, lines, limits, workspaceLimits, request, isForOtherPages }, socket, row);
    },
  });
}
