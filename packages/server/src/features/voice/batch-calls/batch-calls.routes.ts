import { Readable } from 'node:stream';
import * as api from '@tendril/contract/api/batch-calls';
import { changeCallingConsent, readCallingConsent } from '@tendril/contract/api/calling-consent';
import type { App } from '../../../platform/http/app.ts';
import { serve, serveRaw } from '../../../platform/http/serve.ts';
import type { BatchCalls } from './batch-calls.ts';
import { makeLedTry } from './led-tries.ts';

/** A long file takes a tenth of a second. */
const filesPerMinute = 600;

/** Mounts batch calls, and the consent that they need. */
export function batchCallRoutes(app: App, batches: BatchCalls): void {
  const { consents } = batches;
  serve(app, readCallingConsent, async ({ caller }) => ({ data: await consents.read(caller) }));
  serve(app, changeCallingConsent, async ({ caller, body }) => ({
    data: await consents.change(caller, body),
  }));
  serve(app, api.previewContactFile, ({ caller, body }) => batches.preview(caller, body), {
    perMinute: filesPerMinute,
  });
  serve(
    app,
    api.createBatchCall,
    async ({ caller, body }) => ({ data: await batches.create(caller, body, caller.kind === 'apiKey') }),
    { perMinute: filesPerMinute },
  );
  serve(app, api.listBatchCalls, ({ caller, query }) => batches.list(caller, query));
  serve(app, api.readBatchCall, async ({ caller, params }) => ({
    data: await batches.read(caller, params.id),
  }));
  serve(app, api.listBatchContacts, ({ caller, params, query }) =>
    batches.contacts(caller, params.id, query),
  );
  serveRaw(app, api.exportBatchContacts, async ({ caller, params, reply }) => {
    const lines = await batches.export(caller, params.id);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="batch-call.csv"')
      .send(Readable.from(lines));
  });
  serve(app, api.pauseBatchCall, async ({ caller, params }) => ({
    data: await batches.pause(caller, params.id),
  }));
  serve(app, api.resumeBatchCall, async ({ caller, params }) => ({
    data: await batches.resume(caller, params.id),
  }));
  serve(app, api.stopBatchCall, async ({ caller, params, body }) => ({
    data: await batches.stop(caller, params.id, body.endsCalls),
  }));
  serve(app, makeLedTry, ({ params, body }) => batches.takeTry(body, params.id));
  serve(app, api.deleteBatchCall, ({ caller, params }) => batches.remove(caller, params.id));
}
