import { AppError } from '@tendril/contract/app-error';
import type { SourceEntry, SourcePage } from '@tendril/contract/provider/document-source';
import type { RunningJob } from '../../../platform/jobs/job-handler.ts';
import type { LoaderRow } from '../document-stores/public.ts';
import { countReaders } from './source-readers.ts';
import type { SyncCheckpoint } from './sync-checkpoint.ts';

const mostFiles = 50_000;
/** So many pages without an entry, one after the other, are no listing. */
const mostEmptyPages = 1000;
const longestNote = 1000;

const clean = (text: string) => text.replaceAll('\0', '').toWellFormed();

/** Counts the empty pages in a row. Throws when a listing repeats itself, or names nothing for too long. */
export function countEmptyPages(emptyPages: number, { entries, next }: SourcePage, cursor?: string): number {
  const count = entries.length === 0 ? emptyPages + 1 : 0;
  if (next !== undefined && (next === cursor || count > mostEmptyPages))
    throw new AppError('PROVIDER_UNAVAILABLE', 'The listing of the source does not go on.');
  return count;
}

/** Where a sync stands after a page of the listing; its phase is "read" when that was the last one. */
export function afterPage(checkpoint: SyncCheckpoint, page: SourcePage, asksAccess: boolean): SyncCheckpoint {
  const { isWhole, note, counts } = checkpoint;
  const listed = counts.listed + page.entries.length;
  const isTooLong = listed > mostFiles;
  const most = `The source has more than ${mostFiles.toLocaleString('en')} files; the rest is left out.`;
  const goesOn = page.next !== undefined && !isTooLong;
  return {
    ...checkpoint,
    ...{ phase: goesOn ? 'list' : 'read', cursor: goesOn ? page.next : undefined },
    isWhole: isWhole && page.isWhole && !isTooLong,
    note: (note || (isTooLong ? most : (page.note ?? ''))).slice(0, longestNote),
    counts: { ...counts, listed },
    ...(asksAccess && countReaders(checkpoint, page)),
  };
}

/** An entry of the listing as it is stored. */
export function toListedRow({ id, workspaceId }: LoaderRow, job: RunningJob, entry: SourceEntry) {
  return {
    ...{ loaderId: id, workspaceId, jobId: job.id },
    ...{ key: clean(entry.key), version: entry.version, title: clean(entry.title), url: entry.url },
    acl: entry.acl ? JSON.stringify([...entry.acl].sort()) : null,
    ...{ bytes: entry.bytes ?? null, skipped: entry.skipped ?? null },
  };
}
