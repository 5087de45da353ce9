import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentFingerprint, statFingerprint } from './fingerprint.mjs';
import { privateFolder, root } from './folders.mjs';
import { withLock } from './lock.mjs';
import { withoutNpm } from './npm.mjs';

const packages = join(root, 'packages');
const [web, widget, contract] = ['web', 'widget', 'contract'].map((name) => join(packages, name));
const sources = [web, widget, contract];
// What each build writes last, so that an interrupted one is detected.
const results = [join(web, 'dist', 'index.html'), join(widget, 'dist', 'widget.js')];

function fingerprint() {
  return statFingerprint(sources) + contentFingerprint(root, ['package-lock.json']);
}

function build(node, folder, what) {
  console.log(`Building ${what} …`);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const env = { ...withoutNpm(process.env), NODE_ENV: 'production' };
  const result = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], {
    cwd: folder,
    env,
    stdio: 'inherit',
  });
  if (result.status !== 0) throw new Error(`Building ${what} failed, see above.`);
}

/** Builds the web app and the chat widget into their `dist` when their sources, the contract's or the packages changed. */
export function provideWeb(node) {
  if (!existsSync(join(web, 'index.html'))) {
    console.log('packages/web/index.html does not exist: the web app is not built.');
    return;
  }
  const marker = join(privateFolder, 'web-build');
  const isBuilt = (wanted) =>
    results.every((file) => existsSync(file)) &&
    existsSync(marker) &&
    readFileSync(marker, 'utf8') === wanted;
  if (isBuilt(fingerprint())) return;

  withLock(join(privateFolder, 'web.lock'), () => {
    const wanted = fingerprint();
    if (isBuilt(wanted)) return;
    build(node, web, 'the web app');
    build(node, widget, 'the chat widget');
    mkdirSync(privateFolder, { recursive: true });
    writeFileSync(marker, wanted);
  });
}
