import { Readable } from 'node:stream';
import { exportAudit, listAudit } from '@tendril/contract/api/audit';
import type { App } from '../../../platform/http/app.ts';
import { serve, serveRaw } from '../../../platform/http/serve.ts';
import type { AuditService } from './audit.ts';

/** Routes that read the audit log; none changes it. */
export function auditRoutes(app: App, audit: AuditService): void {
  serve(app, listAudit, ({ caller, query }) => audit.list(caller, query));
  serveRaw(app, exportAudit, async ({ caller, query, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="tendril-audit.csv"')
      .send(Readable.from(audit.export(caller, query))),
  );
}
