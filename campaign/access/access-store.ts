import {
  putTextVectors,
  storeIndexStore,
} from '../../packages/server/src/features/knowledge/index/public.ts';
import type { Database } from '../../packages/server/src/platform/db/schema.ts';

export const place = { workspaceId: 'w', storeId: 's', embedding: 'm' };
export const dimensions = 16;
const loaders = 4;
const files = 60;
const texts = 500;
const words = 'tulip vault lake tower glass paper river stone garden engine'.split(' ');
const people = ['ada', 'bob', 'cy', 'dee', 'eve'].map((name) => `user:${name}@example.com`);
const groups = ['group:board', 'group:staff', 'group:night'];

/** Who may read a file or a loader; null as what stands above it says. */
export type List = readonly string[] | null;

/** A knowledge base as the check knows it, apart from the database. */
export interface KnownStore {
  loaderLists: Map<string, List>;
  files: Map<string, { loaderId: string; list: List }>;
  /** By their ids; several have the same text. */
  chunks: Map<string, { textKey: string; loaderId: string; fileId: string | null }>;
}

export function drawList(random: () => number): List {
  const all = ['public', 'workspace', ...people, ...groups];
  const kind = random();
  if (kind < 0.25) return null;
  if (kind < 0.35) return [];
  return all.filter(() => random() < 0.2);
}

export function drawCaller(random: () => number): string[] {
  if (random() < 0.2) return ['public'];
  const some = [...people, ...groups].filter(() => random() < 0.25);
  return ['public', 'workspace', ...some, ...(random() < 0.1 ? ['owner'] : [])];
}

export function drawQuestion(random: () => number): string {
  return Array.from({ length: 4 }, () => words[Math.floor(random() * words.length)]).join(' ');
}

export function drawVector(random: () => number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => random() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Fills an empty database with one restricted knowledge base. */
export async function fillStore(db: Database, random: () => number): Promise<KnownStore> {
  const known: KnownStore = { loaderLists: new Map(), files: new Map(), chunks: new Map() };
  const { workspaceId, storeId } = place;
  const times = { createdAt: 1, updatedAt: 1 };
  const nothing = { embeddingConfig: null, vectorStoreConfig: null, recordManagerConfig: null };
  await db
    .insertInto('document_store')
    .values({
      id: storeId,
      workspaceId,
      name: 's',
      description: '',
      audience: 'restricted',
      ...nothing,
      ...times,
    })
    .execute();
  for (let at = 0; at < loaders; at += 1) await addLoader(db, known, `l${at}`, drawList(random));
  for (let at = 0; at < files; at += 1) {
    const file = { loaderId: `l${at % loaders}`, list: drawList(random) };
    known.files.set(`f${at}`, file);
    await db
      .insertInto('document_file')
      .values({
        ...{ id: `f${at}`, workspaceId, storeId, loaderId: file.loaderId, key: `f${at}`, title: `f${at}` },
        ...{ url: null, version: null, contentHash: null, state: 'embedded', bytes: 1, chunks: 1, chars: 1 },
        ...{
          error: null,
          attempts: 0,
          acl: file.list && JSON.stringify(file.list),
          aclAt: null,
          position: at,
        },
        ...times,
      })
      .execute();
  }
  for (let at = 0; at < texts; at += 1) await addText(db, known, random, at);
  await db.transaction().execute((trx) => storeIndexStore(trx).count(place, storeId, true));
  return known;
}

async function addLoader(db: Database, known: KnownStore, id: string, list: List): Promise<void> {
  known.loaderLists.set(id, list);
  const { workspaceId, storeId } = place;
  await db
    .insertInto('document_store_loader')
    .values({
      ...{
        id,
        workspaceId,
        storeId,
        loaderId: 'plainText',
        loaderName: id,
        loaderConfig: '{}',
        splitterId: '',
      },
      ...{
        splitterName: '',
        splitterConfig: '{}',
        credential: null,
        source: id,
        files: '[]',
        batch: `b-${id}`,
      },
      ...{ totalChunks: 0, totalChars: 0, isStale: 0, error: null, chunkRevision: 1, vectorRevision: 1 },
      ...{ acl: list && JSON.stringify(list), createdAt: 1, updatedAt: 1 },
    })
    .execute();
}

/** In one to three files of one loader, or in none of them. */
async function addText(db: Database, known: KnownStore, random: () => number, at: number): Promise<void> {
  const loaderId = `l${Math.floor(random() * loaders)}`;
  const own = [...known.files].filter(([, file]) => file.loaderId === loaderId).map(([id]) => id);
  const holders: (string | null)[] =
    random() < 0.1
      ? [null]
      : [...new Set([0, 1, 2].map(() => own[Math.floor(random() * own.length)] ?? null))];
  const hash = `h${at}`;
  const text = `${drawQuestion(random)} ${drawQuestion(random)} note ${at}`;
  const { workspaceId, storeId, embedding } = place;
  for (const fileId of holders) {
    const id = `c${known.chunks.size}`;
    known.chunks.set(id, { textKey: `${loaderId} ${hash}`, loaderId, fileId });
    await db
      .insertInto('document_chunk')
      .values({
        ...{ id, workspaceId, storeId, loaderId, batch: `b-${loaderId}`, chunkNo: known.chunks.size, hash },
        ...{ editedFrom: null, pageContent: text, metadata: JSON.stringify({ part: at % 5 }), fileId },
      })
      .execute();
  }
  const vector = drawVector(random);
  await db
    .transaction()
    .execute((trx) =>
      putTextVectors(trx, { workspaceId }, { storeId, embedding }, [{ loaderId, hash, text, vector }]),
    );
}
