import type { ListedFile } from './plan-sync.ts';

/** What a source says of a file, as its row keeps it. */
export function descriptionOf({ key, title, url, acl }: ListedFile, version: string | null) {
  return {
    ...{ key, title, url, version },
    origin: 'listed' as const,
    ...(acl !== null && { acl, aclAt: Date.now() }),
  };
}
