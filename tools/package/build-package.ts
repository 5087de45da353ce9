import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../repository-root.ts';
import { stripSource } from './strip-source.ts';

/** Packages whose sources run on the server; the others are bundled for browsers. */
const serverPackages = ['contract', 'engine', 'catalogue', 'voice', 'sip', 'server'];
const bundledPackages = ['web', 'widget'];
const launcher = [
  'child.mjs',
  'folders.mjs',
  'heap-flags.mjs',
  'lock.mjs',
  'malloc-environment.mjs',
  'npm.mjs',
  'runtime-package.mjs',
  'runtime.mjs',
];
const notShipped = /\.test\.tsx?$|\.d\.ts$|(^|\/)testing(\/|$)|\/release-statements\.data\.json$/;
/** Assets that browsers ask for compressed: the server decompresses them for clients that accept no compression. */
const asset = /\/web\/dist\/assets\/[^/]+\.(?:m?js|css)$/;
/** The viewer of PDFs and its worker are large and seldom loaded: one compressed form of each is enough. */
const notBundled = /\/pdf(?:\.worker|-view)[^/]*\.br$/;

interface Manifest {
  version: string;
  description?: string;
  license?: string;
  dependencies?: Record<string, string>;
}

/**
 * Builds the npm package into `folder`: the server's sources without types, the built pages, the launcher, and one
 * manifest with everything that any of our packages depends on. The pages have to be built before.
 */
export function buildPackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const name of serverPackages) copySources(`packages/${name}/src`, folder);
  for (const name of bundledPackages) copy(`packages/${name}/dist`, folder, isBundled);
  for (const file of launcher) copy(`tools/launch/${file}`, folder);
  for (const file of ['LICENSE', 'docs/configuration.md', 'docs/backup.md']) copy(file, folder);
  write(join(folder, 'README.md'), readFileSync(join(repositoryRoot, 'tools/package/README.md')));
  write(join(folder, 'bin', 'tendril.mjs'), readFileSync(join(repositoryRoot, 'tools/package/tendril.mjs')));
  const { version } = readManifest('packages/server');
  // The server reads its version from here, as it does in the repository.
  write(join(folder, 'packages/server/package.json'), `${JSON.stringify({ version, type: 'module' })}\n`);
  write(join(folder, 'package.json'), `${JSON.stringify(packageManifest(version), undefined, 2)}\n`);
}

function packageManifest(version: string) {
  const { description, license } = readManifest('.');
  return {
    name: 'tendril',
    version,
    description,
    license,
    type: 'module',
    bin: { tendril: 'bin/tendril.mjs' },
    engines: { node: '>=20.20' },
    dependencies: allDependencies(),
  };
}

function allDependencies(): Record<string, string> {
  const found = new Map<string, string>();
  for (const name of serverPackages)
    for (const [dependency, version] of Object.entries(readManifest(`packages/${name}`).dependencies ?? {})) {
      if (dependency.startsWith('@tendril/') || dependency.startsWith('@types/')) continue;
      const other = found.get(dependency);
      if (other !== undefined && other !== version)
        throw new Error(`${dependency} is pinned to ${other} and to ${version}.`);
      found.set(dependency, version);
    }
  return Object.fromEntries([...found].sort(([a], [b]) => a.localeCompare(b)));
}

function readManifest(place: string): Manifest {
  return JSON.parse(readFileSync(join(repositoryRoot, place, 'package.json'), 'utf8')) as Manifest;
}

function copySources(place: string, folder: string): void {
  for (const entry of readdirSync(join(repositoryRoot, place), { withFileTypes: true })) {
    const path = `${place}/${entry.name}`;
    if (notShipped.test(path)) continue;
    if (entry.isDirectory()) copySources(path, folder);
    else if (path.endsWith('.ts') || path.endsWith('.mjs')) writeStripped(path, folder);
    else copy(path, folder);
  }
}

function isBundled(path: string): boolean {
  return !notBundled.test(path) && !(asset.test(path) && existsSync(`${path}.gz`));
}

function writeStripped(path: string, folder: string): void {
  const source = readFileSync(join(repositoryRoot, path), 'utf8');
  write(join(folder, path.replace(/\.ts$/, '.js')), stripSource(source, path));
}

function copy(path: string, folder: string, filter = (_path: string) => true): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(repositoryRoot, path), join(folder, path), { recursive: true, filter });
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
