import * as api from '@tendril/contract/api/retell-calls';
import type { App } from '../../../platform/http/app.ts';
import type { RetellCalls } from './retell-calls.ts';
import { serveRetell as serve } from './serve-retell.ts';

/** Calls under the paths of Retell's API. */
export function retellCallRoutes(app: App, calls: RetellCalls): void {
  serve(app, api.createRetellWebCall, ({ caller, request, body }) =>
    calls.createWebCall(caller, request, body),
  );
  serve(app, api.createRetellPhoneCall, ({ caller, body }) => calls.createPhoneCall(caller, body));
  serve(app, api.createRetellBatchCall, ({ caller, body }) =>
    calls.createBatchCall(caller, body, caller.kind === 'apiKey'),
  );
  serve(app, api.registerRetellPhoneCall, ({ caller, body }) => calls.registerPhoneCall(caller, body));
  serve(app, api.readRetellCall, ({ caller, params }) => calls.read(caller, params.callId));
  serve(app, api.listRetellCalls, ({ caller, body }) => calls.list(caller, body));
  serve(app, api.updateRetellCall, ({ caller, params, body }) => calls.update(caller, params.callId, body));
  serve(app, api.deleteRetellCall, ({ caller, params }) => calls.remove(caller, params.callId));
  serve(app, api.rerunRetellAnalysis, ({ caller, params }) => calls.rerunAnalysis(caller, params.callId));
  serve(app, api.stopRetellCall, ({ caller, params }) => calls.stop(caller, params.callId));
  serve(app, api.readRetellConcurrency, ({ caller }) => calls.readConcurrency(caller));
}
