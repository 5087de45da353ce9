import { AppError } from '@tendril/contract/app-error';
import { createErasureService, erasureRoutes } from '../features/account/erasures/public.ts';
import { createRetentionService, purgeByAge, retentionRoutes } from '../features/account/retention/public.ts';
import { alertStore } from '../features/system/status/public.ts';
import type { Calls } from '../features/voice/calls/public.ts';
import { keepWeeks } from '../platform/events/partitions/keep-weeks.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import { registerRecurring } from '../platform/jobs/recurring-job.ts';
import { foldUsage, removeOldUsage } from '../platform/limits/workspace-usage.store.ts';
import { removalOfChats } from './removal-of-chats.ts';
import type { Services } from './services.ts';

const hourMs = 3_600_000;
/** How often somebody looks which workspaces are due; each is once an hour. */
const lookMs = 600_000;
const dayMs = 86_400_000;

/** How long data is kept, the purge of what is older, and erasing that of one person; before jobs are resumed. */
export function mountRetention(
  app: App,
  infrastructure: Infrastructure,
  { events, jobs, runs }: Pick<Services, 'events' | 'jobs' | 'runs'>,
  calls: Calls,
): void {
  const { config, db, log, files, reads, vault, audit } = infrastructure;
  const removal = removalOfChats(files);
  retentionRoutes(app, createRetentionService(infrastructure));
  const purgeDue = purgeByAge({
    ...{ config, db, log, ...removal },
    removeCall: calls.remove,
    removeEvents: events.removeOlder,
    trimEvents: runs.trimEvents,
  });
  registerRecurring(jobs, { name: 'age-purge', everyMs: lookMs, run: (signal) => purgeDue(signal) });
  registerRecurring(jobs, {
    name: 'event-weeks',
    everyMs: lookMs,
    run: async () => void (await keepWeeks({ db, files, retentionDays: config.eventRetentionDays })),
  });
  registerRecurring(jobs, { name: 'old-alerts', everyMs: hourMs, run: () => alertStore(db).removeOld() });
  registerRecurring(jobs, {
    name: 'usage-purge',
    everyMs: dayMs,
    async run() {
      await removeOldUsage(db);
      await foldUsage(db);
    },
  });
  const erasures = createErasureService({
    ...{ db, reads, vault, audit, jobs, ...removal },
    removeCall: calls.remove,
    stopRun: async (scope, id) => {
      await runs.stop(scope, id).catch(ignoreGone);
    },
  });
  erasureRoutes(app, erasures);
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
}
