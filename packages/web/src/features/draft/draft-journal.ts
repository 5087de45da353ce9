import type { FlowType } from '@tendril/contract/flow/flow';
import type { DBSchema } from 'idb';
import { browserDatabase } from '../../kit/lib/browser-database.ts';
import { takeRenamed } from '../../kit/lib/take-renamed.ts';

/** Edits of one open canvas that the server does not have yet. */
export interface DraftRecord {
  /** One open canvas writes one record. */
  editorId: string;
  /** The author of the edits; they are offered to no other person. */
  user: string;
  /** The flow, or what a flow that was never saved is called on this device. */
  flowId: string;
  isNew: boolean;
  kind: FlowType;
  name: string;
  /** The draft these edits were made on. */
  baseRevision: number;
  /** Steps that undo would take back. */
  edits: number;
  nodeCount: number;
  /** Typed passwords that are not kept here. */
  withheld: number;
  at: number;
  /** The drawing as JSON, without typed passwords. */
  flow: string;
}

/** A record with the flow its edits were made on. */
export interface KeptDraft extends DraftRecord {
  base: string;
}

interface Schema extends DBSchema {
  drafts: { key: string; value: DraftRecord; indexes: { user: string; at: number } };
  bases: { key: string; value: string };
}

const name = 'tendril-drafts';
/** Until version 1 the key was called `deskId`. */
const version = 2;
const keptForMs = 30 * 24 * 3_600_000;

/** The base last written for a session: it is large and changes only with a save. */
const writtenBases = new Map<string, string>();

const open = browserDatabase<Schema>(name, version, async (database, change) => {
  const kept = await takeRenamed(database, change, { store: 'drafts', from: 'deskId', to: 'editorId' });
  const drafts = database.createObjectStore('drafts', { keyPath: 'editorId' });
  drafts.createIndex('user', 'user');
  drafts.createIndex('at', 'at');
  if (!database.objectStoreNames.contains('bases')) database.createObjectStore('bases');
  for (const record of kept) await drafts.put(record as unknown as DraftRecord);
});

/** Opens the journal ahead of the first edit, so that a write begins at once. */
export function openJournal(): Promise<unknown> {
  return open();
}

/** Writes or replaces the draft of one session; rejects when the device is full. */
export async function writeDraft({ base, ...record }: KeptDraft): Promise<void> {
  const database = await open();
  const write = database.transaction(['drafts', 'bases'], 'readwrite');
  const isNewBase = writtenBases.get(record.editorId) !== base;
  await Promise.all([
    write.objectStore('drafts').put(record),
    ...(isNewBase ? [write.objectStore('bases').put(base, record.editorId)] : []),
    write.done,
  ]);
  writtenBases.set(record.editorId, base);
}

/** Deletes the draft of a session: the server has it, or the user discarded it. */
export async function removeDraft(editorId: string): Promise<void> {
  writtenBases.delete(editorId);
  const database = await open();
  const write = database.transaction(['drafts', 'bases'], 'readwrite');
  await Promise.all([
    write.objectStore('drafts').delete(editorId),
    write.objectStore('bases').delete(editorId),
    write.done,
  ]);
}

/** What this device keeps of a person, newest first. */
export async function findDrafts(
  user: string,
  isWanted: (record: DraftRecord) => boolean,
): Promise<KeptDraft[]> {
  const database = await open();
  const records = (await database.getAllFromIndex('drafts', 'user', user)).filter(isWanted);
  const kept = await Promise.all(
    records.map(async (record) => {
      const base = await database.get('bases', record.editorId);
      return base === undefined ? [] : [{ ...record, base }];
    }),
  );
  return kept.flat().toSorted((one, other) => other.at - one.at);
}

/** Makes the edits of a flow that is gone those of a flow that was never saved. */
export async function keepAsNew(editorId: string, flowId: string): Promise<void> {
  const database = await open();
  const record = await database.get('drafts', editorId);
  if (!record) return;
  await database.put('drafts', { ...record, flowId, isNew: true, baseRevision: 0 });
  await database.put('bases', '{"nodes":[],"edges":[]}', editorId);
}

/** Deletes drafts that nobody returned to within thirty days. */
export async function purgeDrafts(now = Date.now()): Promise<void> {
  const database = await open();
  const old = await database.getAllKeysFromIndex('drafts', 'at', IDBKeyRange.upperBound(now - keptForMs));
  await Promise.all(old.map(removeDraft));
}
