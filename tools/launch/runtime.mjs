import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { privateFolder } from './folders.mjs';
import { withLock } from './lock.mjs';
import { runNpm } from './npm.mjs';
import { isNewEnough, minimumNode, runtimePackage } from './runtime-package.mjs';

const advice = `Install Node ${minimumNode.join('.')} or newer and run this again.`;

function answersItsVersion(node) {
  const result = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return result.status === 0 && isNewEnough(result.stdout.trim());
}

function fetchRuntime(wanted, folder) {
  console.log(`Fetching ${wanted.name} ${wanted.version}, because this is Node ${process.versions.node} …`);
  const workFolder = `${folder}.part`;
  rmSync(workFolder, { recursive: true, force: true });
  mkdirSync(workFolder, { recursive: true });
  // Without a manifest of its own npm would find this checkout's.
  writeFileSync(join(workFolder, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--prefix', workFolder, '--no-save', '--no-package-lock', '--ignore-scripts'];
  const isFetched = runNpm(
    process.execPath,
    [...args, '--no-audit', '--no-fund', `${wanted.name}@${wanted.version}`],
    workFolder,
  );
  if (!isFetched) throw new Error(`${wanted.name} could not be fetched. ${advice}`);

  const node = join(workFolder, 'node_modules', wanted.name, wanted.binary);
  if (!answersItsVersion(node)) throw new Error(`${wanted.name} does not run on this machine. ${advice}`);
  rmSync(folder, { recursive: true, force: true });
  renameSync(workFolder, folder);
}

/**
 * Returns the path of a new enough Node: this one, the private one, or one downloaded now from the package registry.
 */
export function provideRuntime() {
  if (isNewEnough(process.versions.node)) return process.execPath;

  const wanted = runtimePackage(process.platform, process.arch);
  if (!wanted) throw new Error(`There is no Node package for ${process.platform}-${process.arch}. ${advice}`);
  const folder = join(privateFolder, 'runtime', `${wanted.name}-${wanted.version}`);
  const node = join(folder, 'node_modules', wanted.name, wanted.binary);
  if (existsSync(node)) return node;

  return withLock(join(privateFolder, 'runtime.lock'), () => {
    if (!existsSync(node)) {
      mkdirSync(dirname(folder), { recursive: true });
      fetchRuntime(wanted, folder);
    }
    return node;
  });
}
