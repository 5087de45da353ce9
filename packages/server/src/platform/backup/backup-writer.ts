import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { backupMark, endMark, lengthBytes, type RecordHead } from './backup-form.ts';

const nothing = Buffer.alloc(0);
/** Fast: a backup is mostly text, and flows shrink tenfold even so. */
const level = 3;

/** Writes records into one compressed file that gets its final name only when it is complete. */
export class BackupWriter {
  readonly #path: string;
  readonly #draft: string;
  readonly #gzip = createGzip({ level });
  readonly #done: Promise<void>;
  #bytes = 0;

  constructor(path: string) {
    this.#path = path;
    this.#draft = `${path}.${process.pid}.part`;
    const sealed = sealing((bytes) => {
      this.#bytes = bytes;
    });
    const file = createWriteStream(this.#draft, { flags: 'wx', mode: 0o600, flush: true });
    for (const [from, to] of [
      [this.#gzip, sealed],
      [sealed, file],
    ] as const)
      from.on('error', (error) => to.destroy(error)).pipe(to);
    this.#done = finished(file);
    // The next write, or the end, throws it; a failure in between must not crash the process.
    this.#done.catch((error: Error) => this.#gzip.destroy(error));
    this.#gzip.on('error', () => undefined);
  }

  async write(head: RecordHead, body: Uint8Array = nothing): Promise<void> {
    const text = Buffer.from(JSON.stringify(head));
    const lengths = Buffer.alloc(lengthBytes);
    lengths.writeUInt32BE(text.length, 0);
    lengths.writeUInt32BE(body.length, 4);
    await this.#push(Buffer.concat([lengths, text]));
    if (body.length > 0) await this.#push(body);
  }

  /** Writes a local file under a path inside the backup. */
  async writeFile(path: string, source: string): Promise<void> {
    await this.write({ kind: 'file', path });
    for await (const part of createReadStream(source, { highWaterMark: 1024 * 1024 }))
      await this.write({ kind: 'part' }, part as Buffer);
  }

  /** Completes and renames the file; returns its size in bytes. */
  async end(): Promise<number> {
    this.#gzip.end();
    await this.#done;
    await rename(this.#draft, this.#path);
    return this.#bytes;
  }

  /** Removes what was written so far. */
  async abandon(): Promise<void> {
    // With an error, which the streams after it pass on: they would wait for ever otherwise.
    this.#gzip.destroy(new Error('The backup was abandoned.'));
    await this.#done.catch(() => undefined);
    await rm(this.#draft, { force: true });
  }

  async #push(bytes: Uint8Array): Promise<void> {
    if (this.#gzip.destroyed) await this.#done;
    if (this.#gzip.write(bytes)) return;
    await Promise.race([once(this.#gzip, 'drain'), this.#done]);
  }
}

/** Puts the mark before the stream's content, and checksum and end mark after it. */
function sealing(onEnd: (bytes: number) => void): Transform {
  const hash = createHash('sha256').update(backupMark);
  let bytes = backupMark.length;
  let isBegun = false;
  const begin = (stream: Transform) => {
    if (!isBegun) stream.push(backupMark);
    isBegun = true;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      begin(this);
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      begin(this);
      const trailer = Buffer.concat([hash.digest(), endMark]);
      onEnd(bytes + trailer.length);
      done(null, trailer);
    },
  });
}
