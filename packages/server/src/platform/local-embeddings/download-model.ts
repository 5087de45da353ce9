import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@tendril/contract/app-error';
import * as z from 'zod';
import type { Egress } from '../egress/egress.ts';
import type { KnownModel } from './known-models.data.ts';
import { modelFiles } from './model-files.ts';

const mostBytes = 2 * 1024 ** 3;
const mostListing = 5 * 1024 * 1024;
const stepBytes = 1024 * 1024;

/** What a repository of models says of its files: large ones by SHA-256, small ones as Git does. */
const listing = z.array(
  z.object({
    path: z.string(),
    size: z.number().int().min(0),
    oid: z.string().optional(),
    lfs: z.object({ oid: z.string(), size: z.number().int().min(0) }).optional(),
  }),
);
type ListedFile = z.output<typeof listing>[number];

interface Download {
  fetch: Egress['fetch'];
  /** The address that models are downloaded from. */
  address: string;
  model: KnownModel;
  /** Of all models. */
  folder: string;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => Promise<void>;
}

/**
 * Downloads the files of a model, each checked against the sum that its repository names. What is there already of a
 * download that was stopped is not asked for again, and the model is there only once all of it is.
 */
export async function downloadModel(download: Download): Promise<{ bytes: number }> {
  const { folder, model, onProgress } = download;
  const files = await listFiles(download);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const partial = join(folder, `.${model.name}.partial`);
  await mkdir(partial, { recursive: true });
  let before = 0;
  for (const file of files) {
    await downloadFile(download, partial, file, (done) => onProgress(before + done, total));
    before += file.size;
  }
  const whole = join(folder, model.name);
  await rm(whole, { recursive: true, force: true });
  await rename(partial, whole);
  return { bytes: total };
}

const hostOf = (address: string) => URL.parse(address)?.host ?? address;

async function listFiles({ fetch, address, model, signal }: Download): Promise<ListedFile[]> {
  const url = `${address}/api/models/${model.repository}/tree/main`;
  const response = await fetch(url, { signal }, { maxBytes: mostListing });
  if (!response.ok)
    throw new AppError(
      response.status >= 500 || response.status === 429 ? 'UNAVAILABLE' : 'NODE_FAILED',
      `${hostOf(address)} does not give the files of ${model.repository} (status ${response.status}).`,
    );
  const listed = listing.safeParse(await response.json().catch(() => undefined)).data ?? [];
  const files = modelFiles.flatMap((name) => listed.find(({ path }) => path === name) ?? []);
  if (files.length < modelFiles.length)
    throw new AppError('NODE_FAILED', `${hostOf(address)} does not list the files of ${model.repository}.`);
  return files;
}

async function downloadFile(
  { fetch, address, model, signal }: Download,
  partial: string,
  file: ListedFile,
  onProgress: (done: number) => Promise<void>,
): Promise<void> {
  const path = join(partial, file.path);
  let done = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (done > file.size) {
    await rm(path);
    done = 0;
  }
  if (done < file.size) {
    const url = `${address}/${model.repository}/resolve/main/${file.path}`;
    const headers: Record<string, string> = done > 0 ? { range: `bytes=${done}-` } : {};
    const response = await fetch(url, { headers, signal }, { maxBytes: mostBytes });
    if (!response.ok || !response.body)
      throw new AppError(
        'UNAVAILABLE',
        `${hostOf(address)} does not give ${file.path} (status ${response.status}).`,
      );
    // A server that cannot resume in the middle starts over.
    if (response.status !== 206) done = 0;
    await writeBody(path, done, file.size, response.body, onProgress);
  }
  await onProgress(file.size);
  if (await isIntact(path, file)) return;
  await rm(path, { force: true });
  throw new AppError('UNAVAILABLE', `${file.path} arrived damaged, and will be downloaded again.`);
}

async function writeBody(
  path: string,
  from: number,
  size: number,
  body: AsyncIterable<Uint8Array>,
  onProgress: (done: number) => Promise<void>,
): Promise<void> {
  const target = await open(path, from === 0 ? 'w' : 'a');
  let done = from;
  let said = from;
  try {
    for await (const bytes of body) {
      done += bytes.length;
      if (done > size) throw new AppError('NODE_FAILED', 'More arrives than the file has.');
      await target.write(bytes);
      if (done - said < stepBytes) continue;
      said = done;
      await onProgress(done);
    }
  } finally {
    await target.close();
  }
  if (done < size) throw new AppError('UNAVAILABLE', 'The connection ended early.');
}

async function isIntact(path: string, { size, oid, lfs }: ListedFile): Promise<boolean> {
  if (lfs) return (await sumOf(createHash('sha256'), path)) === lfs.oid.replace(/^sha256:/, '');
  if (oid) return (await sumOf(createHash('sha1').update(`blob ${size}\0`), path)) === oid;
  return (await stat(path)).size === size;
}

async function sumOf(hash: Hash, path: string): Promise<string> {
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
  return hash.digest('hex');
}
