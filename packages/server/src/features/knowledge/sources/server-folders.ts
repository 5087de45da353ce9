import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { AppError } from '@tendril/contract/app-error';
import type { ServerFolders } from '@tendril/contract/provider/server-folders';

const mostFiles = 50_000;
const mostBytes = 50 * 1024 * 1024;

type Listed = Awaited<ReturnType<ServerFolders['list']>>;

const isWithin = (root: string, path: string): boolean => {
  const way = relative(root, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
};

const missing = (what: string) => new AppError('NOT_FOUND', `${what}: there is no such folder or file.`);

/**
 * The folders of the server that its operator has named, by their last part. Paths are resolved before anything is
 * opened: neither `..` nor a link leads out of them, and links in them are not followed.
 */
export function createServerFolders(paths: readonly string[]): ServerFolders | undefined {
  if (paths.length === 0) return undefined;
  const roots = new Map(paths.map((path) => [basename(path) || path, path]));

  /** The real path below a root. Throws NOT_FOUND, also for one that leads out. */
  async function resolve(folder: string, below: string): Promise<{ root: string; path: string }> {
    const named = roots.get(folder);
    if (named === undefined || below.includes('\0')) throw missing(folder);
    const root = await realpath(named).catch(() => undefined);
    if (root === undefined) throw missing(folder);
    const wanted = join(root, below);
    const path = isWithin(root, wanted) ? await realpath(wanted).catch(() => undefined) : undefined;
    // Where a link is a part of the way, the real path is another one.
    if (path === undefined || path !== wanted.replace(/[/\\]$/, '')) throw missing(below || folder);
    return { root, path };
  }

  return {
    names: () => [...roots.keys()],

    async list(folder, below, signal) {
      const { root, path: start } = await resolve(folder, below);
      const found: Listed = { files: [], isWhole: true };
      const waiting = [start];
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        signal.throwIfAborted();
        const items = await readdir(path, { withFileTypes: true }).catch(() => undefined);
        if (!items) found.isWhole = false;
        for (const item of items ?? []) {
          const inner = join(path, item.name);
          if (item.isDirectory()) waiting.push(inner);
          // Links, sockets and devices are no files.
          if (!item.isFile()) continue;
          const facts = await lstat(inner).catch(() => undefined);
          if (!facts) continue;
          if (found.files.length >= mostFiles) return { ...found, isWhole: false };
          const shown = relative(root, inner).split(sep).join('/');
          found.files.push({ path: shown, bytes: facts.size, changedAt: Math.round(facts.mtimeMs) });
        }
      }
      found.files.sort((one, other) => (one.path < other.path ? -1 : 1));
      return found;
    },

    async read(folder, path) {
      const { root, path: real } = await resolve(folder, path);
      const file = await open(real, 'r').catch(() => undefined);
      if (!file) throw missing(path);
      try {
        const facts = await file.stat();
        // What was opened is looked at again: it may have been exchanged in between.
        const isSame = isWithin(root, await realpath(real)) && facts.isFile();
        if (!isSame) throw missing(path);
        if (facts.size > mostBytes) throw new AppError('TOO_LARGE', `"${path}" is larger than 50 MB.`);
        return await file.readFile();
      } finally {
        await file.close();
      }
    },
  };
}
