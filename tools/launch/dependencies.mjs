import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentFingerprint } from './fingerprint.mjs';
import { privateFolder, root } from './folders.mjs';
import { withLock } from './lock.mjs';
import { runNpm } from './npm.mjs';

const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

function manifests() {
  const packages = readdirSync(join(root, 'packages')).sort();
  return [
    'package-lock.json',
    'package.json',
    ...packages.map((name) => join('packages', name, 'package.json')),
  ];
}

function install(node, isFirst) {
  console.log(isFirst ? 'Installing packages …' : 'Packages changed: installing …');
  // `npm ci` deletes node_modules first, and refuses a lock file that lacks another platform's optional packages.
  if (isFirst && existsSync(join(root, 'package-lock.json')) && runNpm(node, ['ci', ...quiet], root, true))
    return;
  if (!runNpm(node, ['install', '--no-save', ...quiet], root))
    throw new Error('npm install failed, see above.');
}

/**
 * Installs packages when the lock file or a manifest has changed since the last time; otherwise only reads those files.
 */
export function provideDependencies(node) {
  const marker = join(root, 'node_modules', '.tendril-install');
  const wanted = `${process.platform}-${process.arch} ${contentFingerprint(root, manifests())}`;
  const isCurrent = () => existsSync(marker) && readFileSync(marker, 'utf8') === wanted;
  if (isCurrent()) return;

  withLock(join(privateFolder, 'install.lock'), () => {
    if (isCurrent()) return;
    install(node, !existsSync(join(root, 'node_modules')));
    writeFileSync(marker, wanted);
  });
}
