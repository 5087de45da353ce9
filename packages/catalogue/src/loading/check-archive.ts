import { archiveEntries } from './archive-entries.ts';

/**
 * Refuses an archive that decompresses to more than 200 MB: each entry is decompressed once under a limit before anything
 * else reads it. Throws an error whose message says why.
 */
export function checkArchive(bytes: Buffer): void {
  for (const { content } of archiveEntries(bytes)) void content;
}
