import { readFileSync } from 'node:fs';

interface Manifest {
  version: string;
}

/** The version in this package's manifest, its only source. */
export function productVersion(): string {
  const manifest = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as Manifest;
  return manifest.version;
}
