import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Beside the repository, or beside the folder of its worktrees. */
const places = ['../../../../../shared', '../../../../../../shared'];
const root = places
  .map((place) => join(import.meta.dirname, place, 'fixtures/flowise'))
  .find((path) => existsSync(path));

/** Whether there are flow files that other people made; they do not belong to the repository. */
export const hasForeignFiles = root !== undefined;

/** One of them. */
export interface ForeignFile {
  /** `3.1/chatflows/ReAct Agent.json`. */
  path: string;
  folder: string;
  text: string;
}

export function readForeignFiles(): ForeignFile[] {
  if (root === undefined) return [];
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .toSorted()
    .map((path) => ({
      path,
      folder: path.split('/').at(-2) ?? '',
      text: readFileSync(join(root, path), 'utf8'),
    }));
}
