import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { type WidgetFile, widgetFiles } from '@tendril/contract/api/widget';
import { AppError } from '@tendril/contract/app-error';

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

export type PackedAs = 'br' | 'gzip' | 'identity';

/** One built file of the widget, in every content coding that browsers accept. */
interface PackedFile {
  readonly changedMs: number;
  /** Without quotes; the coding is still to be added. */
  readonly tag: string;
  readonly contents: Readonly<Record<PackedAs, Buffer>>;
}

/** Reads the built widget; a file is compressed on its first request, and again after a new build. */
export function createWidgetFiles(folder: string) {
  const packed = new Map<string, Promise<PackedFile>>();

  async function pack(path: string, changedMs: number): Promise<PackedFile> {
    const identity = await readFile(path);
    const [br, zipped] = await Promise.all([toBrotli(identity), toGzip(identity, { level: 9 })]);
    const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
    return { changedMs, tag, contents: { identity, br, gzip: zipped } };
  }

  return {
    /** Throws NOT_FOUND for a name that is not a file of the widget, and where the widget was not built. */
    async read(file: string): Promise<PackedFile> {
      if (!widgetFiles.includes(file as WidgetFile)) throw missing();
      const path = join(folder, `widget${file}`);
      const status = await stat(path).catch(() => undefined);
      if (!status) throw missing();
      const known = await packed.get(path);
      if (known?.changedMs === status.mtimeMs) return known;
      const fresh = pack(path, status.mtimeMs);
      packed.set(path, fresh);
      return fresh;
    },
  };
}

export type WidgetFiles = ReturnType<typeof createWidgetFiles>;

function missing(): AppError {
  return new AppError('NOT_FOUND', 'File not found.');
}
