import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/**
 * Reads assets of which `folder` has only a compressed copy, as in the npm package, for clients that accept none: no
 * browser is one. Returns undefined for any other path.
 */
export function createAssetReader(folder: string): (path: string) => Readable | undefined {
  let compressedOnly: Set<string> | undefined;
  return (path) => {
    compressedOnly ??= new Set(listCompressedOnly(folder));
    if (!compressedOnly.has(path)) return undefined;
    // What fails destroys the returned stream, and with it the response.
    return pipeline(createReadStream(join(folder, `${path}.gz`)), createGunzip(), () => undefined);
  };
}

function listCompressedOnly(folder: string): string[] {
  const assets = join(folder, 'assets');
  if (!existsSync(assets)) return [];
  const names = readdirSync(assets);
  const plain = new Set(names);
  return names
    .filter((name) => name.endsWith('.gz') && !plain.has(name.slice(0, -3)))
    .map((name) => `/assets/${name.slice(0, -3)}`);
}

/** Whether a client with this `Accept-Encoding` takes a file as gzip. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .map((coding) => coding.split(';').map((part) => part.trim().toLowerCase()))
    .some(([name = '', weight = 'q=1']) => (name === 'gzip' || name === '*') && Number(weight.slice(2)) > 0);
}
