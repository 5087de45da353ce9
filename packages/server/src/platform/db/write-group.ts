import { AppError } from '@tendril/contract/app-error';
import { type CommitSync, commitSyncOf } from './commit-sync.ts';
import type { Database, DatabaseTransaction } from './schema.ts';

/** Where the sizes of groups, and failures to write one, are counted. */
interface WriteMetrics {
  writeGroup: { record(size: number): void };
  writeErrors: { add(count: number): void };
}

type Write<T> = (trx: DatabaseTransaction) => Promise<T>;

type WriteAll<T> = (trx: DatabaseTransaction, items: readonly T[]) => Promise<void>;

/** Writes things in a single statement, which needs no transaction around it; undefined when it cannot. */
type WriteAtOnce<T> = (db: Database, items: readonly T[]) => Promise<void> | undefined;

/** Groups the writes of a few ticks of the event loop into one commit. */
export interface WriteGroup {
  /**
   * Runs `fn` inside a shared transaction and resolves after its commit. If another write of the same group fails, `fn`
   * is run again on its own: it may only touch the given transaction and its own variables. `key` names the record that
   * it changes, a chat or a call: of one key, at most one group is being committed. Two groups that changed the same records
   * in different order would wait for each other.
   */
  write<T>(fn: Write<T>, key?: string): Promise<T>;
  /**
   * A function like `write` for things of one kind: `writeAll` gets those of one group together. A group of nothing else is
   * first offered to `writeAtOnce`.
   */
  combine<T>(writeAll: WriteAll<T>, writeAtOnce?: WriteAtOnce<T>): (item: T, key?: string) => Promise<void>;
  /** Resolves once everything requested so far is on disk. */
  settle(): Promise<void>;
}

/**
 * Ticks for which a group stays open: microseconds when there is little to do, and with more to do, fewer commits. A
 * database that commits groups side by side would only be left idle meanwhile.
 */
const gatheringTicks = { alone: 3, sideBySide: 1 } as const;

/** What is written in the same way. */
interface WriteKind {
  /** Returns what each of them resolves with. */
  write(trx: DatabaseTransaction, items: readonly unknown[]): Promise<readonly unknown[]>;
  writeAtOnce?: WriteAtOnce<unknown> | undefined;
}

interface Waiting {
  kind: WriteKind;
  item: unknown;
  key: string | undefined;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * One fsync for many turns: everybody who writes in the same few ticks shares the cost of a durable commit. A database that
 * takes several transactions at once commits `lanes` groups side by side.
 */
export function createWriteGroup(db: Database, lanes = 1, metrics?: WriteMetrics): WriteGroup {
  const sync = commitSyncOf(db);
  const ticks = lanes === 1 ? gatheringTicks.alone : gatheringTicks.sideBySide;
  const open = new Set<Promise<void>>();
  /** Of the groups that are being committed. */
  const heldKeys = new Set<string>();
  let queue: Waiting[] = [];
  let busyLanes = 0;
  let isGathering = false;

  async function drain(): Promise<void> {
    busyLanes += 1;
    while (queue.length > 0) {
      isGathering = true;
      // Lets the others of this tick join before the transaction begins, and those whose packets wait to be read.
      for (let tick = 0; tick < ticks; tick += 1) await new Promise((resolve) => setImmediate(resolve));
      isGathering = false;
      const group = takeFree();
      // The rest is taken by the lanes that hold its keys.
      if (group.length === 0) break;
      const keys = group.flatMap(({ key }) => key ?? []);
      for (const key of keys) heldKeys.add(key);
      metrics?.writeGroup.record(group.length);
      await commit(db, group, sync, metrics);
      for (const key of keys) heldKeys.delete(key);
    }
    busyLanes -= 1;
  }

  /** Takes from the queue what no other lane holds the key of. */
  function takeFree(): Waiting[] {
    const all = queue;
    queue = [];
    if (heldKeys.size === 0) return all;
    const isFree = ({ key }: Waiting) => key === undefined || !heldKeys.has(key);
    queue = all.filter((one) => !isFree(one));
    return queue.length === 0 ? all : all.filter(isFree);
  }

  function add<R>(kind: WriteKind, item: unknown, key: string | undefined): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      queue.push({ kind, item, key, resolve: (value) => resolve(value as R), reject });
      if (isGathering || busyLanes >= lanes) return;
      const lane = drain().finally(() => open.delete(lane));
      open.add(lane);
    });
  }

  return {
    write: <T>(fn: Write<T>, key?: string) => add<T>(lone, fn, key),
    combine<T>(writeAll: WriteAll<T>, writeAtOnce?: WriteAtOnce<T>) {
      const kind: WriteKind = {
        async write(trx, items) {
          await writeAll(trx, items as readonly T[]);
          return [];
        },
        writeAtOnce: writeAtOnce as WriteAtOnce<unknown> | undefined,
      };
      return (item: T, key?: string) => add<void>(kind, item, key);
    },
    async settle() {
      while (open.size > 0) await Promise.all(open);
    },
  };
}

const lone: WriteKind = {
  async write(trx, fns) {
    const results: unknown[] = [];
    for (const fn of fns) results.push(await (fn as Write<unknown>)(trx));
    return results;
  },
};

/** Writes a group of one kind in a single statement, where that is possible. */
function writeGroupAtOnce(db: Database, group: readonly Waiting[]): Promise<void> | undefined {
  const kind = group[0]?.kind;
  if (!kind?.writeAtOnce || group.some((one) => one.kind !== kind)) return undefined;
  return kind.writeAtOnce(
    db,
    group.map(({ item }) => item),
  );
}

/** Writes a group, kind by kind; returns what each resolves with. */
async function writeKinds(
  trx: DatabaseTransaction,
  group: readonly Waiting[],
): Promise<Map<Waiting, unknown>> {
  const values = new Map<Waiting, unknown>();
  for (const [kind, ofKind] of Map.groupBy(group, (one) => one.kind)) {
    const results = await kind.write(
      trx,
      ofKind.map(({ item }) => item),
    );
    ofKind.forEach((one, index) => {
      values.set(one, results[index]);
    });
  }
  return values;
}

async function commit(
  db: Database,
  group: Waiting[],
  sync: CommitSync | undefined,
  metrics: WriteMetrics | undefined,
): Promise<void> {
  let values = new Map<Waiting, unknown>();
  try {
    const atOnce = writeGroupAtOnce(db, group);
    if (atOnce) await atOnce;
    else
      values = await db.transaction().execute(async (trx) => {
        const results = await writeKinds(trx, group);
        // The connection is free for others while this one waits for the disk.
        sync?.defer();
        return results;
      });
  } catch (error) {
    // One bad write must not fail the others: each is retried in a transaction of its own. An unreachable database
    // fails them all, because retrying each would only make them queue.
    const isLost = error instanceof AppError && error.code === 'UNAVAILABLE';
    if (group.length > 1 && !isLost) for (const one of group) await commit(db, [one], sync, metrics);
    else refuse(group, error, metrics);
    return;
  }
  try {
    await sync?.flush();
    for (const one of group) one.resolve(values.get(one));
  } catch (error) {
    refuse(group, error, metrics);
  }
}

function refuse(group: readonly Waiting[], error: unknown, metrics: WriteMetrics | undefined): void {
  // What the writer itself refuses is no fault of the database.
  if (!(error instanceof AppError) || error.code === 'UNAVAILABLE') metrics?.writeErrors.add(group.length);
  for (const { reject } of group) reject(error);
}
