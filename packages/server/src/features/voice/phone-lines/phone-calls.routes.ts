import { connectPhoneNumber, createPhoneCall } from '@tendril/contract/api/phone-calls';
import type { Scope } from '../../../platform/db/scope.ts';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import { type LedCalls, placeLedCall } from './led-calls.ts';

/** However many somebody may have in progress, no key dials faster than this. */
const callsPerMinute = 120;

/** Mounts the placing of telephone calls, and the connecting of numbers at their carriers. */
export function phoneCallRoutes(
  app: App,
  placing: LedCalls,
  connect: (scope: Scope, id: string) => Promise<string>,
): void {
  serve(app, connectPhoneNumber, async ({ caller, params }) => ({ url: await connect(caller, params.id) }));
  serve(app, createPhoneCall, async ({ caller, body }) => ({ data: await placing.place(caller, body) }), {
    perMinute: callsPerMinute,
  });
  serve(app, placeLedCall, ({ body }) => placing.take(body));
}
