import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { claimWork } from './claim-work.ts';
import { libraryRecipe, libraryRefusal } from './library-names.ts';

const run = promisify(execFile);
const installed = createRequire(import.meta.url);
const program = fileURLToPath(new URL('./bundle-library.ts', import.meta.url));
const maxBytes = 16 * 1024 * 1024;
const longestBundlingMs = 60_000;
/** How often a process looks whether another one has finished. */
const retryMs = 50;
// Raised when scripts that were written before would be wrong.
const formatOfScripts = 1;

/** A library as one script, or why there is none. */
export type LibraryAnswer = { source: string } | { problem: string };

/**
 * Makes libraries out of the installed packages when code first asks for them, by a program of its own. With a folder
 * they are kept there for the next start, as long as the installed packages stay the same.
 */
export function createLibraryBundles(folder: string | undefined): (name: string) => Promise<LibraryAnswer> {
  let fingerprint: Promise<string> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  // One at a time: code can ask for hundreds, and each is a program with work for a processor.
  return (name) => {
    if (!isInstalled(name)) return Promise.resolve({ problem: libraryRefusal(name) });
    const answer = last.then(() => read(name));
    last = answer;
    return answer;
  };

  async function read(name: string): Promise<LibraryAnswer> {
    if (!folder) return bundle(name);
    fingerprint ??= installedFingerprint();
    const file = join(folder, `${name.replaceAll('/', '__')}-${await fingerprint}.js`);
    return (await readKept(file)) ?? makeOnce(name, file);
  }
}

/** Bundles and keeps a library, or waits for the process that is doing it: several servers may share the folder. */
async function makeOnce(name: string, file: string): Promise<LibraryAnswer> {
  for (const end = Date.now() + longestBundlingMs; Date.now() < end; await delay(retryMs)) {
    const release = await claimWork(`${file}.claim`);
    try {
      const kept = await readKept(file);
      if (kept) return kept;
      if (!release) continue;
      const made = await bundle(name);
      if ('source' in made) await keep(file, made.source);
      return made;
    } finally {
      await release?.();
    }
  }
  return bundle(name);
}

async function readKept(file: string): Promise<LibraryAnswer | undefined> {
  const source = await readFile(file, 'utf8').catch(() => '');
  return source === '' ? undefined : { source };
}

async function bundle(name: string): Promise<LibraryAnswer> {
  try {
    const { stdout } = await run(process.execPath, ['--no-warnings', program, name], {
      env: {},
      timeout: longestBundlingMs,
      maxBuffer: maxBytes,
    });
    return { source: stdout };
  } catch {
    return { problem: libraryRefusal(name) };
  }
}

// A name of a right form with nothing behind it costs no program.
function isInstalled(name: string): boolean {
  const recipe = libraryRecipe(name);
  if (recipe?.specifier === undefined) return recipe !== undefined;
  try {
    installed.resolve(recipe.specifier);
    return true;
  } catch {
    return false;
  }
}

async function installedFingerprint(): Promise<string> {
  const lock = await readFile(
    new URL('../../../../../../node_modules/.package-lock.json', import.meta.url),
  ).catch(() => '');
  return createHash('sha256').update(String(formatOfScripts)).update(lock).digest('hex').slice(0, 16);
}

// A folder that cannot be written costs only time at the next start.
async function keep(file: string, source: string): Promise<void> {
  try {
    await mkdir(join(file, '..'), { recursive: true });
    // Not the process id: in containers that share the folder it is the same.
    const unfinished = `${file}.${randomUUID()}`;
    await writeFile(unfinished, source);
    await rename(unfinished, file);
  } catch {
    return;
  }
}
