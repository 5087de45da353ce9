import type { SourcePage } from '@tendril/contract/provider/document-source';
import type { Database } from '../../../platform/db/schema.ts';
import type { LoaderRow } from '../document-stores/public.ts';
import type { SyncCheckpoint } from './sync-checkpoint.ts';

type Counted = Pick<SyncCheckpoint, 'unmapped' | 'unstated'>;

/** A list of the loader's own says that its source decides, or that a person does for what the source says nothing of. */
export async function takesAccess(
  db: Database,
  { workspaceId, storeId, acl }: Pick<LoaderRow, 'workspaceId' | 'storeId' | 'acl'>,
): Promise<boolean> {
  const store = await db
    .selectFrom('document_store')
    .select('audience')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', storeId)
    .executeTakeFirst();
  return store?.audience === 'restricted' && acl !== null;
}

/** Counts the files of a page whose readers are not all known here, and those whose readers the source did not say. */
export function countReaders({ unmapped, unstated = 0 }: Counted, { entries }: SourcePage): Counted {
  const counts = new Map(Object.entries(unmapped ?? {}));
  let missing = unstated;
  for (const entry of entries) {
    if (entry.skipped !== undefined) continue;
    if (!entry.acl) missing += 1;
    for (const words of entry.unmapped ?? []) counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return { unmapped: Object.fromEntries(counts), unstated: missing };
}

const files = (count: number) => (count === 1 ? '1 file' : `${count.toLocaleString('en')} files`);

/** In sentences, who may read files at their source and not here; empty where that is the same. */
export function describeReaders({ unmapped = {}, unstated = 0 }: Counted): string {
  const shared = Object.entries(unmapped).map(([words, count]) => `${words} (${files(count)})`);
  const sentences = [
    ...(shared.length === 0
      ? []
      : [`Shared also with ${shared.join(', ')}: nobody here can be matched to them.`]),
    ...(unstated === 0
      ? []
      : [
          `The source does not show this account who may read ${files(unstated)}: new ones are for owners, others stay as they were.`,
        ]),
  ];
  return sentences.join(' ');
}
