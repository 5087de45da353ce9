import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import type { FileQuota } from '../../../platform/files/file-quota.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { headBytes, mediaTypeOf } from '../../../platform/files/media-type.ts';
import { breathe } from './breathe.ts';
import type { Bundle } from './bundle.ts';
import type { StoredContents } from './import-knowledge.ts';
import { isAdded } from './import-rows.ts';
import type { BundleContent } from './knowledge-bundle.ts';
import type { ImportPlan } from './plan-import.ts';

interface ContentParts {
  files: Pick<FileStore, 'put' | 'abandon'>;
  quota: FileQuota;
}

type Stored = Map<string, NonNullable<ReturnType<StoredContents['get']>>[number][]>;

/**
 * Stores the files of the knowledge bases that are added, which rows will name once all is written. Throws TOO_LARGE
 * past the workspace's room, INVALID_INPUT for one that is not what it says.
 */
export async function storeContents(
  { files, quota }: ContentParts,
  scope: Scope,
  plan: ImportPlan,
  bundle: Bundle,
): Promise<StoredContents> {
  const stores = new Set(plan.stores.filter(isAdded).map(({ key }) => key));
  const wanted = bundle.contents.filter(({ store, data }) => data !== null && stores.has(store));
  const bytes = wanted.reduce((sum, { part, size }) => sum + (part === 0 ? size : 0), 0);
  if (bytes > 0 && bytes > (await quota(scope)))
    throw new AppError(
      'TOO_LARGE',
      'The files of its knowledge bases are larger than what this workspace may still store.',
    );
  const stored: Stored = new Map();
  const seen = new Set<string>();
  try {
    for (const parts of Map.groupBy(
      wanted,
      ({ store, name, sha256 }) => `${store}\n${name}\n${sha256}`,
    ).values()) {
      const [first] = parts;
      // Of two of one name the newer comes first.
      if (!first || seen.has(`${first.store}\n${first.name}`)) continue;
      seen.add(`${first.store}\n${first.name}`);
      const content = Buffer.concat(ordered(parts).map(({ data }) => Buffer.from(data ?? '', 'base64')));
      const { sha256, size } = await files.put(scope.workspaceId, content);
      const list = stored.get(first.store) ?? [];
      stored.set(first.store, list);
      const mediaType = mediaTypeOf(first.name, content.subarray(0, headBytes));
      list.push({ name: first.name, sha256, size, mediaType });
      if (sha256 !== first.sha256)
        throw new AppError(
          'INVALID_INPUT',
          `The file "${first.name.slice(0, 200)}" is not whole in this bundle.`,
        );
      for (const part of parts) part.data = null;
      await breathe();
    }
  } catch (error) {
    await abandonContents(files, scope, stored);
    throw error;
  }
  return stored;
}

/** Contents that were stored for nothing. */
export async function abandonContents(
  files: Pick<FileStore, 'abandon'>,
  { workspaceId }: Scope,
  contents: StoredContents,
): Promise<void> {
  for (const list of contents.values())
    for (const { sha256 } of list) await files.abandon(workspaceId, sha256);
}

function ordered(parts: readonly BundleContent[]): BundleContent[] {
  return parts.toSorted((one, other) => one.part - other.part);
}
