import type { WriteGroup } from '../../../platform/db/write-group.ts';
import type { EventEntry, EventLog, EventOwner } from '../../../platform/events/events.ts';
import { toAppError } from '../../../platform/http/errors.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import type { LiveRun } from './live-run.ts';
import { type ProgressEntry, progressStore, sealProgress } from './run-progress.ts';
import { runStore } from './runs.store.ts';

const firstWaitMs = 100;
const longestWaitMs = 5000;
const passing = new Set(['UNAVAILABLE', 'STORAGE_FULL']);

interface ProgressWriterParts {
  writes: WriteGroup;
  events: EventLog;
  vault: Vault;
  /** Of this process: it no longer writes what others have taken over. */
  ownerId: string;
}

interface Waiting {
  run: LiveRun;
  row: ReturnType<typeof sealProgress>;
  taken: EventEntry[];
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Writes what runs have achieved, together with their events so far. However many steps of however many runs settle
 * while a commit is being written, the next commit holds them all, in three statements.
 */
export function progressWriter({ writes, events, vault, ownerId }: ProgressWriterParts) {
  let queue: Waiting[] = [];
  let isWriting = false;

  async function writeAll(group: readonly Waiting[]): Promise<void> {
    const prepared = await Promise.all(group.map(({ run, taken }) => events.prepare(ownerOf(run), taken)));
    const owned = await writes.write(async (trx) => {
      const ids = await runStore(trx).ownedOf(
        group.map(({ run }) => run.id),
        ownerId,
      );
      const own = group.flatMap((waiting, index) => (ids.has(waiting.run.id) ? [index] : []));
      await progressStore(trx).insert(own.flatMap((index) => group[index]?.row ?? []));
      await events.insertAll(
        trx,
        own.flatMap((index) => prepared[index] ?? []),
      );
      return ids;
    });
    for (const { run, resolve } of group) {
      // Another process has taken the run over, or its flow is gone.
      if (!owned.has(run.id)) run.stop();
      resolve();
    }
  }

  async function drain(): Promise<void> {
    let waitMs = firstWaitMs;
    while (queue.length > 0) {
      // Lets the other steps of this tick join.
      await new Promise((resolve) => setImmediate(resolve));
      const group = queue;
      queue = [];
      try {
        await writeAll(group);
        waitMs = firstWaitMs;
      } catch (error) {
        if (!passing.has(toAppError(error).code)) {
          for (const { run, taken, reject } of group) {
            run.giveBack(taken);
            reject(error);
          }
          continue;
        }
        // A step goes on only when it is on disk: the runs wait until the database is back, or they are stopped.
        for (const { run, taken, reject } of group)
          if (run.signal.aborted) {
            run.giveBack(taken);
            reject(error);
          }
        queue = [...group.filter(({ run }) => !run.signal.aborted), ...queue];
        await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
        waitMs = Math.min(waitMs * 2, longestWaitMs);
      }
    }
    isWriting = false;
  }

  return {
    /** Resolves once the entry, and every event of the run until now, is on disk. */
    keep(run: LiveRun, entry: ProgressEntry): Promise<void> {
      const row = sealProgress(vault, run.turn, run.id, run.nextProgress(), entry);
      return new Promise((resolve, reject) => {
        queue.push({ run, row, taken: run.takePending(), resolve, reject });
        if (isWriting) return;
        isWriting = true;
        void drain();
      });
    },
  };
}

function ownerOf({ id, turn }: LiveRun): EventOwner {
  return { id, workspaceId: turn.workspaceId, sessionId: turn.sessionId, versionNumber: turn.versionNumber };
}
