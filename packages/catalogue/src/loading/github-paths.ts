import { matchesGlob } from 'node:path';
import { AppError } from '@tendril/contract/app-error';
import { readJson } from '../text/read-json.ts';
import { commaList } from '../tools/comma-list.ts';

/** The repository that a link names. Throws FLOW_INVALID. */
export function repositoryOf(link: string, base: string): { owner: string; name: string } {
  const [owner, name] = (URL.parse(link.trim())?.pathname ?? '').split('/').filter(Boolean);
  if (link.trim().startsWith(base) && owner && name) return { owner, name: name.replace(/\.git$/, '') };
  throw new AppError('FLOW_INVALID', `Repo Link: "${link}" is not the address of a repository at ${base}.`);
}

/** Whether a path is left out by a list of patterns: JSON, or parted by commas. */
export function ignoredBy(text: string | undefined): (path: string) => boolean {
  const read = text === undefined ? undefined : readJson(text);
  const patterns = Array.isArray(read) ? read.map(String) : (commaList(text) ?? []);
  return (path) => patterns.some((pattern) => path === pattern || matchesGlob(path, pattern));
}
