import { changeRetention, keepRecord, readRetention } from '@tendril/contract/api/data-retention';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { RetentionService } from './retention.ts';

/** Routes of how long a workspace keeps its data. */
export function retentionRoutes(app: App, retention: RetentionService): void {
  serve(app, readRetention, ({ caller }) => retention.read(caller));
  serve(app, changeRetention, ({ caller, body }) => retention.change(caller, body));
  serve(app, keepRecord, ({ caller, body }) => retention.keep(caller, body));
}
