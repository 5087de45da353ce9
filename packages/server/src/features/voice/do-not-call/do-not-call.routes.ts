import { Readable } from 'node:stream';
import * as api from '@tendril/contract/api/do-not-call';
import type { App } from '../../../platform/http/app.ts';
import { serve, serveRaw } from '../../../platform/http/serve.ts';
import type { DoNotCall } from './do-not-call.ts';

/** Mounts the list of numbers that are not called. */
export function doNotCallRoutes(app: App, list: DoNotCall): void {
  serve(app, api.listDoNotCall, ({ caller, query }) => list.list(caller, query));
  serve(app, api.addDoNotCall, async ({ caller, body }) => ({ data: await list.add(caller, body) }));
  serve(app, api.removeDoNotCall, async ({ caller, body }) => ({
    removed: await list.remove(caller, body.phoneNumbers),
  }));
  serve(app, api.importDoNotCall, ({ caller, body }) => list.import(caller, body.csv));
  serveRaw(app, api.exportDoNotCall, async ({ caller, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="do-not-call.csv"')
      .send(Readable.from(list.export(caller))),
  );
}
