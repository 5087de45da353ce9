import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentFingerprint, statFingerprint } from './fingerprint.mjs';
import { privateFolder, root } from './folders.mjs';
import { withLock } from './lock.mjs';
import { withoutNpm } from './npm.mjs';

const web = join(root, 'packages', 'web');
const sources = [web, join(root, 'packages', 'contract')];

function fingerprint() {
  return statFingerprint(sources) + contentFingerprint(root, ['package-lock.json']);
}

/** Builds the web app into packages/web/dist when its sources, the contract's or the packages changed. */
export function provideWeb(node) {
  if (!existsSync(join(web, 'index.html'))) {
    console.log('packages/web/index.html does not exist: the web app is not built.');
    return;
  }
  const marker = join(privateFolder, 'web-build');
  const isBuilt = (wanted) =>
    existsSync(join(web, 'dist', 'index.html')) &&
    existsSync(marker) &&
    readFileSync(marker, 'utf8') === wanted;
  if (isBuilt(fingerprint())) return;

  withLock(join(privateFolder, 'web.lock'), () => {
    const wanted = fingerprint();
    if (isBuilt(wanted)) return;
    console.log('Building the web app …');
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    const env = { ...withoutNpm(process.env), NODE_ENV: 'production' };
    const result = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], {
      cwd: web,
      env,
      stdio: 'inherit',
    });
    if (result.status !== 0) throw new Error('The web app could not be built, see above.');
    mkdirSync(privateFolder, { recursive: true });
    writeFileSync(marker, wanted);
  });
}
