import { healthLive, healthReady, ping } from '@tendril/contract/api/server-status';
import { AppError } from '@tendril/contract/app-error';
import { sql } from 'kysely';
import type { App } from '../../../platform/http/app.ts';
import type { Lifecycle } from '../../../platform/http/lifecycle.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';

/** One row of each table that a chat depends on. */
const readAsChats = sql`select
  (select count(*) from (select "draftVersionId" from "flow" limit 1) f),
  (select count(*) from (select "flowData" from "flow_version" limit 1) v),
  (select count(*) from (select "content" from "chat_message" order by "seq" desc limit 1) m),
  (select count(*) from (select "status" from "run" limit 1) r),
  (select count(*) from (select "payload" from "event" order by "at" desc limit 1) e)`;

/** Liveness and readiness, for those who operate the server. */
export function healthRoutes(
  app: App,
  { db, damage, load }: Pick<Infrastructure, 'db' | 'damage' | 'load'>,
  lifecycle: Lifecycle,
): void {
  serve(app, healthLive, () => ({ status: 'ok' }));
  serve(app, healthReady, async () => {
    if (lifecycle.isDraining) throw new AppError('SERVER_DRAINING', 'The server is stopping.');
    damage.refuseDamaged();
    if (load.isOverrun) throw new AppError('UNAVAILABLE', 'The server has too much to do.');
    await readAsChats.execute(db);
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
