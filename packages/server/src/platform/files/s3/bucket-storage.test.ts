import { createHash, randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStrictBucket, type StrictBucket, sendFault } from '../../../testing/strict-bucket.ts';
import { makeFolder } from '../../../testing/temporary-folder.ts';
import { createEgress, type Egress } from '../../egress/egress.ts';
import type { ContentStorage } from '../content-storage.ts';
import { createBucketStorage } from './bucket-storage.ts';
import { type BucketSettings, createBucketClient } from './object-storage.ts';

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

describe('a bucket that checks everything', () => {
  let bucket: StrictBucket;
  let egress: Egress;
  let storage: ContentStorage;
  let folder: string;

  const storageOf = (settings: BucketSettings) =>
    createBucketStorage(createBucketClient(settings, egress.fetch));
  const put = async (content: Buffer) => {
    await storage.store('w1', hashOf(content), { bytes: content });
    return hashOf(content);
  };
  const putFile = async (content: Buffer) => {
    const path = join(folder, 'draft');
    writeFileSync(path, content);
    await storage.store('w1', hashOf(content), { path, size: content.length });
    return hashOf(content);
  };

  beforeEach(async () => {
    folder = makeFolder();
    bucket = await openStrictBucket();
    egress = createEgress({ egressAllow: [new URL(bucket.settings.endpoint).host] });
    storage = storageOf(bucket.settings);
  });
  afterEach(async () => {
    await egress.close();
    bucket.close();
    rmSync(folder, { recursive: true });
  });

  it('takes, gives back and removes a content, and knows none of another workspace', async () => {
    const sha256 = await put(Buffer.from('hello'));
    expect([...bucket.objects.keys()]).toEqual([`tendril/w/w1/${sha256}`]);
    expect((await storage.read('w1', sha256)).toString()).toBe('hello');
    const { size, content } = await storage.stream('w1', sha256);
    expect([size, (await buffer(content)).toString()]).toEqual([5, 'hello']);
    await expect(storage.read('w2', sha256)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(storage.stream('w2', sha256)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await storage.remove('w1', sha256);
    await storage.remove('w1', sha256);
    await expect(storage.read('w1', sha256)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('takes an empty content', async () => {
    const sha256 = await putFile(Buffer.alloc(0));
    expect((await storage.read('w1', sha256)).length).toBe(0);
    expect((await buffer((await storage.stream('w1', sha256)).content)).length).toBe(0);
  });

  it('takes a large file in parts and leaves no upload open', async () => {
    const large = randomBytes(40 * 1024 * 1024 + 7);
    const sha256 = await putFile(large);
    expect(bucket.requests.filter(({ target }) => target.includes('partNumber'))).toHaveLength(3);
    expect(bucket.openUploads.size).toBe(0);
    expect(hashOf(await buffer((await storage.stream('w1', sha256)).content))).toBe(sha256);
  });

  it('aborts an upload of which a part is refused', async () => {
    bucket.fault = ({ target }, response) => {
      if (!target.includes('partNumber=2')) return false;
      sendFault(response, 403, 'AccessDenied');
      return true;
    };
    await expect(putFile(randomBytes(20 * 1024 * 1024))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(bucket.openUploads.size).toBe(0);
    expect(bucket.objects.size).toBe(0);
  });

  it('notices that parts were not joined although the status says so', async () => {
    bucket.fault = ({ method, target }, response) => {
      if (method !== 'POST' || !target.includes('uploadId=')) return false;
      response.end('<?xml version="1.0"?>\n<Error><Code>InternalError</Code></Error>');
      return true;
    };
    await expect(putFile(randomBytes(17 * 1024 * 1024))).rejects.toThrow('did not join');
  });

  it('tries again what fails in passing, signed again, and gives up on what does not', async () => {
    const faults = [503, 500, 429];
    bucket.fault = (_request, response) => {
      const status = faults.shift();
      if (status) sendFault(response, status, 'SlowDown');
      return status !== undefined;
    };
    const sha256 = await put(Buffer.from('patience'));
    expect(bucket.requests).toHaveLength(4);
    expect((await storage.read('w1', sha256)).toString()).toBe('patience');
    bucket.fault = (_request, response) => {
      response.destroy();
      return true;
    };
    await expect(storage.read('w1', sha256)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('resumes a download that breaks off, where it stopped', async () => {
    const content = randomBytes(300_000);
    const sha256 = await put(content);
    let broken = 0;
    bucket.fault = ({ method, headers }, response) => {
      if (method !== 'GET' || broken === 2) return false;
      broken += 1;
      const [, from] = /bytes=(\d+)/.exec(headers['range'] ?? '') ?? [];
      response.writeHead(206, { 'content-length': content.length - Number(from) });
      response.write(content.subarray(Number(from), Number(from) + 100_000), () => response.destroy());
      return true;
    };
    expect(hashOf(await buffer((await storage.stream('w1', sha256)).content))).toBe(sha256);
    expect(
      bucket.requests.filter(({ method }) => method === 'GET').map(({ headers }) => headers['range']),
    ).toEqual(['bytes=0-299999', 'bytes=100000-299999', 'bytes=200000-299999']);
  });

  it('takes as long for a large object as it takes, resumes one that falls silent, and as often as it gets on', async () => {
    const patient = createBucketStorage(
      createBucketClient(bucket.settings, egress.fetch, { answerMs: 400, silenceMs: 1000 }),
    );
    const content = randomBytes(120_000);
    const sha256 = await put(content);
    const asked: number[] = [];
    bucket.fault = ({ method, headers }, response) => {
      if (method !== 'GET') return false;
      const from = Number(/bytes=(\d+)/.exec(headers['range'] ?? '')?.[1]);
      asked.push(from);
      response.writeHead(206, { 'content-length': content.length - from });
      let at = from;
      // The first one takes longer than an answer may, then it falls silent; the others break off.
      const most = from === 0 ? 50_000 : from + 10_000;
      const timer = setInterval(() => {
        response.write(content.subarray(at, at + 5000));
        at += 5000;
        if (at < most) return;
        clearInterval(timer);
        if (at >= content.length) response.end();
        else if (from > 0) setTimeout(() => response.destroy(), 20);
      }, 60);
      return true;
    };
    expect(hashOf(await buffer((await patient.stream('w1', sha256)).content))).toBe(sha256);
    expect(asked).toEqual([0, 50_000, 60_000, 70_000, 80_000, 90_000, 100_000, 110_000]);
  });

  it('does not pass on bytes that are not those of the name', async () => {
    const sha256 = await put(Buffer.from('right'));
    bucket.objects.set(`tendril/w/w1/${sha256}`, Buffer.from('wrong'));
    await expect(storage.read('w1', sha256)).rejects.toThrow('other bytes');
  });

  it('refuses in words a wrong secret and a bucket that is not there', async () => {
    const { settings } = bucket;
    const wrongKey = storageOf({ ...settings, secretAccessKey: 'wrong' });
    const noBucket = createBucketClient({ ...settings, bucket: 'elsewhere' }, egress.fetch);
    const content = Buffer.from('x');
    await expect(wrongKey.store('w1', hashOf(content), { bytes: content })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      cause: { message: expect.stringContaining('SignatureDoesNotMatch') },
    });
    expect((await noBucket({ method: 'HEAD', expected: [404] })).status).toBe(404);
  });
});
