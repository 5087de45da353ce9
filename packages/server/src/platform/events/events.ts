import type { LoggedEvent, RunEvent } from '@tendril/contract/run-event';
import type { HeavyReads } from '../db/readers/heavy-reads.ts';
import type { Database, DatabaseTransaction, EventTable } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import type { FileStore } from '../files/file-store.ts';
import { type OwnedFile, ownedFileStore } from '../files/owned-files.ts';
import { addEventBytes, forgetEventDays, subtractEventBytes } from '../limits/event-usage.ts';
import { eventStore, type NodeEventRow, nodeKinds, type StoredEvent } from './events.store.ts';

const maxRowBytes = 64 * 1024;
const filePrefix = '{"$file":"';

/** What the log stores, whatever emits it: anything with a type. */
interface LoggableEvent {
  readonly type: string;
}

/** An event with its number in its run or call; `payload` is its JSON, serialized once. */
export interface EventEntry<E extends LoggableEvent = RunEvent> {
  readonly seq: number;
  readonly at: number;
  readonly event: E;
  readonly payload: string;
}

/** The run or call that events belong to. */
export interface EventOwner extends Scope {
  readonly id: string;
  readonly sessionId: string;
  readonly versionNumber: number;
}

/** Events ready to be written: large payloads are on disk already and their rows name the file. */
export interface PreparedEvents {
  rows: EventTable[];
  files: OwnedFile[];
}

/** The append-only log of what runs and calls did. */
export interface EventLog {
  /** Moves large payloads to files. Does no waiting, and no database work, when there is none. */
  prepare(
    owner: EventOwner,
    entries: readonly EventEntry<LoggableEvent>[],
  ): PreparedEvents | Promise<PreparedEvents>;
  /** The same for events known to be small. */
  prepareSmall(owner: EventOwner, entries: readonly EventEntry<LoggableEvent>[]): PreparedEvents;
  insert(trx: DatabaseTransaction, scope: Scope, prepared: PreparedEvents): Promise<void>;
  /** The same for events of several runs, in one statement. */
  insertAll(trx: DatabaseTransaction, prepared: readonly PreparedEvents[]): Promise<void>;
  /** Events of a run after `after`, in order. */
  read(scope: Scope, runId: string, after?: number): Promise<LoggedEvent[]>;
  /** The events of the given types that one node emitted in some runs, run by run. */
  readOfNode(scope: Scope, runIds: readonly string[], nodeId: string): Promise<LoggedEvent[]>;
  /** The highest number in a run, 0 when it has no event. */
  lastSeq(runId: string, trx: DatabaseTransaction): Promise<number>;
  /** Deletes the events of one run or call; returns the files that are no longer used. */
  remove(trx: DatabaseTransaction, scope: Scope, runId: string): Promise<string[]>;
  /** Deletes a workspace's events older than `before`, with their files; returns how many. */
  removeOlder(scope: Scope, before: number): Promise<number>;
}

/** The JSON of an event on the wire: the envelope before the payload's own keys. */
export function eventJson(
  runId: string,
  { seq, at, payload }: Pick<EventEntry, 'seq' | 'at' | 'payload'>,
): string {
  return `{"runId":"${runId}","seq":${seq},"at":${at},${payload.slice(1)}`;
}

export function createEventLog(db: Database, files: FileStore, reads?: HeavyReads): EventLog {
  const store = eventStore(db);
  // The trace of a run may have thousands of events. A run goes on from it, and streams do.
  const traces = (scope: Scope) => (reads ? eventStore(reads.of(scope, { isPatient: true })) : store);

  async function moveToFile(owner: EventOwner, row: EventTable): Promise<OwnedFile> {
    const { sha256, size } = await files.put(owner.workspaceId, Buffer.from(row.payload));
    row.payload = `${filePrefix}${sha256}"}`;
    return { sha256, size, mediaType: 'application/json', name: `event-${row.seq}.json`, ownerId: owner.id };
  }

  async function readPayload(scope: Scope, payload: string): Promise<string> {
    if (!payload.startsWith(filePrefix)) return payload;
    const sha256 = payload.slice(filePrefix.length, -2);
    return (await files.read(scope.workspaceId, sha256)).toString('utf8');
  }

  return {
    prepare(owner, entries) {
      const rows = entries.map((entry) => toRow(owner, entry));
      const large = rows.filter((row) => row.payload.length > maxRowBytes);
      if (large.length === 0) return { rows, files: [] };
      return Promise.all(large.map((row) => moveToFile(owner, row))).then((stored) => ({
        rows,
        files: stored,
      }));
    },

    prepareSmall: (owner, entries) => ({ rows: entries.map((entry) => toRow(owner, entry)), files: [] }),

    async insert(trx, scope, prepared) {
      await eventStore(trx).insert(prepared.rows);
      await addEventBytes(trx, prepared.rows);
      await ownedFileStore(trx, 'run').insert(scope, prepared.files);
    },

    async insertAll(trx, prepared) {
      const all = prepared.flatMap(({ rows }) => rows);
      await eventStore(trx).insert(all);
      await addEventBytes(trx, all);
      for (const { rows, files: stored } of prepared)
        if (rows[0] && stored.length > 0) await ownedFileStore(trx, 'run').insert(rows[0], stored);
    },

    async read(scope, runId, after = 0) {
      const rows = await traces(scope).read(scope, runId, after);
      const read = async ({ seq, at, payload }: StoredEvent) =>
        JSON.parse(eventJson(runId, { seq, at, payload: await readPayload(scope, payload) })) as LoggedEvent;
      return Promise.all(rows.map(read));
    },

    async readOfNode(scope, runIds, nodeId) {
      if (runIds.length === 0) return [];
      const rows = await traces(scope).readOfNode(scope, runIds, nodeId);
      const read = async ({ runId, seq, at, payload }: NodeEventRow) =>
        JSON.parse(eventJson(runId, { seq, at, payload: await readPayload(scope, payload) })) as LoggedEvent;
      return Promise.all(rows.map(read));
    },

    lastSeq: (runId, trx) => eventStore(trx).lastSeq(runId),

    async remove(trx, scope, runId) {
      await subtractEventBytes(trx, scope, runId);
      await eventStore(trx).remove(scope, runId);
      return ownedFileStore(trx, 'run').removeAll(scope, runId);
    },

    async removeOlder(scope, before) {
      const { count, unused } = await store.removeOlder(scope, before);
      await forgetEventDays(db, scope, before);
      for (const { workspaceId, sha256 } of unused) await files.remove(workspaceId, sha256);
      return count;
    },
  };
}

function toRow(owner: EventOwner, { seq, at, event, payload }: EventEntry<LoggableEvent>): EventTable {
  return {
    runId: owner.id,
    seq,
    workspaceId: owner.workspaceId,
    sessionId: owner.sessionId,
    at,
    kind: event.type,
    nodeId: nodeOf(event),
    flowVersion: owner.versionNumber,
    payload,
  };
}

/** Only of what a node emits itself, by which its runs are found: an index has each of them. */
function nodeOf(event: LoggableEvent): string | null {
  if (!nodeKinds.has(event.type)) return null;
  return (event as LoggableEvent & { nodeId?: string }).nodeId ?? null;
}
