import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { privateFolder } from './launch/folders.mjs';
import { runNpm } from './launch/npm.mjs';

/** Downloads one registry package, without its scripts, into the private folder; returns its folder. `others` come beside it. */
export function providePrivatePackage(name: string, version: string, others: readonly string[] = []): string {
  const folder = join(privateFolder, 'packages', `${name.replace('/', '-')}-${version}`);
  if (!existsSync(folder)) {
    const workFolder = `${folder}.part`;
    rmSync(workFolder, { recursive: true, force: true });
    mkdirSync(workFolder, { recursive: true });
    writeFileSync(join(workFolder, 'package.json'), '{ "private": true }\n');
    console.log(`Fetching ${name} ${version} …`);
    const args = [
      'install',
      '--prefix',
      workFolder,
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      // What it may use besides is chosen here.
      '--legacy-peer-deps',
    ];
    const isFetched = runNpm(process.execPath, [...args, `${name}@${version}`, ...others], workFolder);
    if (!isFetched) throw new Error(`${name} ${version} could not be fetched.`);
    renameSync(workFolder, folder);
  }
  return join(folder, 'node_modules', name);
}
