import { inLoopTurns } from '../../../platform/in-loop-turns.ts';

/** A file as its source lists it now. */
export interface ListedFile {
  key: string;
  /** Null where only reading it shows whether it has changed. */
  version: string | null;
  title: string;
  url: string | null;
  /** JSON. */
  acl: string | null;
  bytes: number | null;
  /** Why it is not read. */
  skipped: string | null;
}

/** A file as it is stored. */
export interface KnownFile {
  id: string;
  key: string;
  version: string | null;
  title: string;
  url: string | null;
  acl: string | null;
  state: 'queued' | 'reading' | 'chunked' | 'embedded' | 'failed';
  /** Null for a file that a person added. */
  origin: 'listed' | 'kept' | null;
  updatedAt: number;
}

interface Listing {
  /** Everything that is there has been named. */
  isWhole: boolean;
  /** Equal versions mean equal contents. */
  hasContentVersions: boolean;
  /** Files stored before this time are read again, whatever their version. */
  redoneBefore: number | undefined;
  /** Files that could not be read are tried again. */
  retries: boolean;
}

interface Pair {
  file: KnownFile;
  entry: ListedFile;
}

export interface SyncPlan {
  add: ListedFile[];
  /** To be read; what is as it was is only noted. */
  change: Pair[];
  /** The same content under a new key. */
  move: Pair[];
  /** Only what is said of them has changed. */
  describe: Pair[];
  remove: KnownFile[];
  unchanged: number;
  /** Files that the source named before: what the share of deletions is counted of. */
  known: number;
}

function isToRead({ file, entry }: Pair, { redoneBefore, retries }: Listing): boolean {
  if (redoneBefore !== undefined && file.updatedAt < redoneBefore) return true;
  if (file.state === 'failed') return retries || file.version !== entry.version || entry.version === null;
  if (file.state === 'queued' || file.state === 'reading') return true;
  return entry.version === null || file.version !== entry.version;
}

const hasNewDescription = ({ file, entry }: Pair): boolean =>
  file.origin !== 'listed' ||
  file.title !== entry.title ||
  file.url !== entry.url ||
  // A listing that says nothing of who may read it takes nobody's right, and gives none.
  (entry.acl !== null && file.acl !== entry.acl);

/** Finds, for a new key, a file that is gone under another one and has the same content. */
function takeMoved(gone: Map<string, KnownFile[]>, { version }: ListedFile): KnownFile | undefined {
  return version === null ? undefined : gone.get(version)?.shift();
}

/**
 * What has to be done so that what is stored is what a source lists. Nothing is removed after a listing that is not whole,
 * and never what a person added or chose to keep. A source may list tens of thousands: others are served meanwhile.
 */
export async function planSync(
  listed: readonly ListedFile[],
  files: readonly KnownFile[],
  listing: Listing,
): Promise<SyncPlan> {
  const entries = new Map<string, ListedFile>();
  await inLoopTurns(listed, (entry) => entries.set(entry.key, entry));
  const byKey = new Map<string, KnownFile>();
  const gone: KnownFile[] = [];
  const movable = new Map<string, KnownFile[]>();
  const plan: SyncPlan = {
    ...{ add: [], change: [], move: [], describe: [], remove: [] },
    ...{ unchanged: 0, known: 0 },
  };
  await inLoopTurns(files, (file) => {
    byKey.set(file.key, file);
    if (file.origin !== 'listed') return;
    plan.known += 1;
    if (!listing.isWhole || entries.has(file.key)) return;
    gone.push(file);
    if (!listing.hasContentVersions || !isMovable(file)) return;
    const same = movable.get(file.version) ?? [];
    same.push(file);
    movable.set(file.version, same);
  });
  await inLoopTurns(entries.values(), (entry) =>
    placeEntry(plan, entry, byKey.get(entry.key), movable, listing),
  );
  const moved = new Set(plan.move.map(({ file }) => file.id));
  plan.remove = gone.filter(({ id }) => !moved.has(id));
  return plan;
}

function isMovable(file: KnownFile): file is KnownFile & { version: string } {
  return file.version !== null && (file.state === 'chunked' || file.state === 'embedded');
}

/** Puts an entry of a listing where it belongs in the plan. */
function placeEntry(
  plan: SyncPlan,
  entry: ListedFile,
  file: KnownFile | undefined,
  movable: Map<string, KnownFile[]>,
  listing: Listing,
): void {
  // Of one that became too large, say, what was read last stays: it is still there.
  if (entry.skipped !== null) return;
  if (!file) {
    const moved = takeMoved(movable, entry);
    if (moved) plan.move.push({ file: moved, entry });
    else plan.add.push(entry);
    return;
  }
  // A person's own file has this key: it stays theirs.
  if (file.origin === null) return;
  const pair = { file, entry };
  if (isToRead(pair, listing)) plan.change.push(pair);
  else if (hasNewDescription(pair)) plan.describe.push(pair);
  else plan.unchanged += 1;
}

const largestShare = 0.2;

/**
 * Whether so much would go that a person has to confirm it: more than a fifth, or all that there is. One file of a few
 * counts too, since a source that names less than it had is rather a broken one.
 */
export function needsConsent({ remove, known }: Pick<SyncPlan, 'remove' | 'known'>): boolean {
  return remove.length > known * largestShare;
}
