import { healthLive, healthReady, ping } from '@tendril/contract/api/house';
import { AppError } from '@tendril/contract/app-error';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import type { App } from '../../../platform/http/app.ts';
import type { Lifecycle } from '../../../platform/http/lifecycle.ts';
import { serve } from '../../../platform/http/serve.ts';

/** For those who run the server: whether the process answers, and whether it should be sent work. */
export function healthRoutes(app: App, db: Database, lifecycle: Lifecycle): void {
  serve(app, healthLive, () => ({ status: 'ok' }));
  serve(app, healthReady, async () => {
    if (lifecycle.isDraining) throw new AppError('SERVER_DRAINING', 'The server is stopping.');
    await sql`select 1`.execute(db);
    return { status: 'ok' };
  });
  serve(
    app,
    ping,
    ({ reply }) => {
      reply.type('text/plain; charset=utf-8');
      return 'pong';
    },
    { alias: true },
  );
}
