import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { WriteGroup } from '../../../platform/db/write-group.ts';
import type { EventLog } from '../../../platform/events/events.ts';
import type { LiveRuns } from './live-runs.ts';
import type { runOwners } from './run-owners.ts';
import type { runReads } from './run-reads.ts';
import { runStore } from './runs.store.ts';
import { chatKey } from './turn-rows.ts';
import { cancelWaiting, wasStopped } from './waiting-runs.ts';

interface StopParts {
  live: LiveRuns;
  db: Database;
  owners: Pick<ReturnType<typeof runOwners>, 'stop'>;
  reads: Pick<ReturnType<typeof runReads>, 'require'>;
  writes: WriteGroup;
  events: EventLog;
}

/** The ways in which runs in progress are stopped. */
export function runStops({ live, db, owners, reads, writes, events }: StopParts) {
  return {
    /** Aborts the answers in progress of a chat; returns how many there were. */
    async stopChat(flowId: string, chatId: string): Promise<number> {
      const running = live.filter(({ turn }) => turn.flowId === flowId && turn.chatId === chatId);
      for (const run of running) run.stop();
      const rows = await runStore(db).openOfChat(flowId, chatId);
      await Promise.all([...running.map((run) => run.ended), ...rows.map((row) => owners.stop(row, row.id))]);
      return new Set([...running, ...rows].map(({ id }) => id)).size;
    },

    stopFlow(flowId: string): void {
      for (const run of live.filter(({ turn }) => turn.flowId === flowId)) run.stop();
    },

    async stop(scope: Scope, id: string) {
      await owners.stop(scope, id);
      const run = await reads.require(scope, id);
      if (run.status !== 'waiting') return { status: run.status };
      await writes.write((trx) => cancelWaiting(trx, events, scope, id, wasStopped), chatKey(run));
      return { status: (await reads.require(scope, id)).status };
    },
  };
}
