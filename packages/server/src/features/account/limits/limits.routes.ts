import { changeLimits, readLimits } from '@tendril/contract/api/workspace-limits';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { LimitService } from './limits.ts';

/** Routes of the workspace's limits. */
export function limitRoutes(app: App, limits: LimitService): void {
  serve(app, readLimits, ({ caller, query: { near } }) =>
    near ? limits.readNear(caller) : limits.read(caller),
  );
  serve(app, changeLimits, ({ caller, body }) => limits.change(caller, body));
}
