import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { libraryRecipe, libraryRefusal } from './library-names.ts';

const run = promisify(execFile);
const installed = createRequire(import.meta.url);
const program = fileURLToPath(new URL('./bundle-library.ts', import.meta.url));
const maxBytes = 16 * 1024 * 1024;
const longestBundlingMs = 60_000;
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
    fingerprint ??= installedFingerprint();
    const file = folder && join(folder, `${name.replaceAll('/', '__')}-${await fingerprint}.js`);
    const kept = file && (await readFile(file, 'utf8').catch(() => undefined));
    if (kept) return { source: kept };
    try {
      const { stdout } = await run(process.execPath, ['--no-warnings', program, name], {
        env: {},
        timeout: longestBundlingMs,
        maxBuffer: maxBytes,
      });
      if (file) await keep(file, stdout);
      return { source: stdout };
    } catch {
      return { problem: libraryRefusal(name) };
    }
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
    const unfinished = `${file}.${process.pid}`;
    await writeFile(unfinished, source);
    await rename(unfinished, file);
  } catch {
    return;
  }
}
