import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecordings } from '../../features/voice/calls/public.ts';
import { databases } from '../../testing/databases.ts';
import { makeFolder } from '../../testing/temporary-folder.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { Config } from '../config.ts';
import { createCheckedRemoval } from './checked-removal.ts';
import { contentChecks } from './content-checks.ts';
import type { ContentStorage } from './content-storage.ts';
import { copyContentsBack, moveContentsOut } from './move-contents.ts';
import { ownedFileStore } from './owned-files.ts';
import { createBucketStorage } from './s3/bucket-storage.ts';
import { type Bucket, openBucket } from './s3/open-bucket.ts';

const scope = { workspaceId: 'w1' };
const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const fileOf = (ownerId: string, sha256: string) => ({
  sha256,
  size: 1,
  mediaType: 'text/plain',
  name: `${ownerId}.txt`,
  ownerId,
});

let server: S3rver;
let serverFolder: string;
let bucketConfig: Partial<Config>;

beforeAll(async () => {
  serverFolder = makeFolder();
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: serverFolder,
    configureBuckets: [{ name: 'tendril' }],
  });
  const { port } = await server.run();
  bucketConfig = {
    s3Bucket: 'tendril',
    s3Endpoint: `http://127.0.0.1:${port}`,
    s3AccessKeyId: 'S3RVER',
    s3SecretAccessKey: 'S3RVER',
  };
});
afterAll(async () => {
  await server.close();
  rmSync(serverFolder, { recursive: true });
});

describe.each(databases)('files that several servers share, on %s', (database) => {
  let test: TestApp;
  let bucket: Bucket;
  let storage: ContentStorage;

  beforeAll(async () => {
    test = await createTestApp({ database, config: bucketConfig });
    bucket = openBucket(test.infrastructure.config)!;
    storage = createBucketStorage(bucket.send);
  });
  afterAll(async () => {
    await bucket.close();
    await test.close();
  });

  it('lie in the bucket and not in the home', async () => {
    const { files, config } = test.infrastructure;
    const content = randomBytes(100_000);
    const { sha256 } = await files.put('w1', content);
    expect(readdirSync(join(config.home, 'files', 'w1'))).toEqual([]);
    expect(await storage.read('w1', sha256)).toEqual(content);
    expect(await files.read('w1', sha256)).toEqual(content);
    expect(await buffer((await files.stream('w1', sha256)).content)).toEqual(content);
  });

  it('keep a content that one server deletes while another brings it', async () => {
    const { db, files } = test.infrastructure;
    const owned = ownedFileStore(db, 'flow');
    const other = createCheckedRemoval({ db, storage, log: pino({ level: 'silent' }), isPrompt: true });
    const { sha256 } = await files.put('w1', Buffer.from('the same document'));
    await owned.insert(scope, [fileOf('a', sha256)]);
    expect(await owned.removeAll(scope, 'a')).toEqual([sha256]);
    await files.put('w1', Buffer.from('the same document'));
    await other.remove('w1', sha256);
    expect((await files.read('w1', sha256)).toString()).toBe('the same document');
    await owned.insert(scope, [fileOf('b', sha256)]);
    await other.remove('w1', sha256);
    expect((await files.read('w1', sha256)).toString()).toBe('the same document');
    await owned.removeAll(scope, 'b');
    await other.remove('w1', sha256);
    await expect(files.read('w1', sha256)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await other.close();
  });

  it('wait with an upload until a removal of the same content is over', async () => {
    const { db } = test.infrastructure;
    const checks = contentChecks(db);
    const content = { workspaceId: 'w1', sha256: hashOf(Buffer.from('slow')) };
    const removing = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const order: string[] = [];
    await checks.schedule(content);
    const removal = checks.look(content, async () => {
      begun.resolve();
      await removing.promise;
      order.push('removed');
    });
    await begun.promise;
    const upload = checks.expect(content).then(() => order.push('expected'));
    removing.resolve();
    await Promise.all([removal, upload]);
    expect(order).toEqual(['removed', 'expected']);
  });

  it('lose what a killed server had stored without a row, and nothing that has one', async () => {
    const { db, files } = test.infrastructure;
    const lost = await files.put('w1', Buffer.from('nobody wrote my row'));
    const kept = await files.put('w1', Buffer.from('somebody did'));
    await ownedFileStore(db, 'flow').insert(scope, [fileOf('kept', kept.sha256)]);
    const guard = createCheckedRemoval({ db, storage, log: pino({ level: 'silent' }), isPrompt: true });
    await guard.sweep();
    expect(await files.read('w1', lost.sha256)).toBeTruthy();
    await db.updateTable('content_check').set({ pendingUntil: 0 }).execute();
    await guard.sweep();
    await guard.close();
    await expect(files.read('w1', lost.sha256)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await files.read('w1', kept.sha256)).toString()).toBe('somebody did');
    expect(await db.selectFrom('content_check').selectAll().execute()).toEqual([]);
  });

  it('are moved out of the home, readable all the while, and copied back', async () => {
    const { db, files, config } = test.infrastructure;
    const owned = ownedFileStore(db, 'flow');
    const folder = join(config.home, 'files', 'w3');
    mkdirSync(folder, { recursive: true });
    const contents = Array.from({ length: 5 }, () => randomBytes(1000));
    for (const [index, content] of contents.entries()) {
      writeFileSync(join(folder, hashOf(content)), content);
      await owned.insert({ workspaceId: 'w3' }, [fileOf(`m${index}`, hashOf(content))]);
    }
    const damaged = join(folder, 'a'.repeat(64));
    writeFileSync(damaged, 'not what its name says');
    for (const content of contents) expect(await files.read('w3', hashOf(content))).toEqual(content);

    const moved = await moveContentsOut(config.home, storage, db);
    expect(moved).toEqual({ moved: 5, bytes: 5000, damaged: [damaged], failed: [] });
    expect(readdirSync(folder)).toEqual(['a'.repeat(64)]);
    expect((await moveContentsOut(config.home, storage, db)).moved).toBe(0);
    for (const content of contents) expect(await files.read('w3', hashOf(content))).toEqual(content);

    const home = makeFolder();
    const copied = await copyContentsBack(home, storage, db);
    expect(copied.damaged).toEqual([]);
    expect(readdirSync(join(home, 'files', 'w3')).sort()).toEqual(contents.map(hashOf).sort());
    expect((await copyContentsBack(home, storage, db)).moved).toBe(0);
    rmSync(home, { recursive: true });
  });

  it('that cannot be moved or copied are named, and the others are', async () => {
    const { db, config } = test.infrastructure;
    const owned = ownedFileStore(db, 'flow');
    const folder = join(config.home, 'files', 'w4');
    mkdirSync(folder, { recursive: true });
    const contents = [randomBytes(10), randomBytes(20)].toSorted((a, b) =>
      hashOf(a).localeCompare(hashOf(b)),
    );
    const [first, second] = contents.map(hashOf) as [string, string];
    for (const [index, content] of contents.entries())
      await owned.insert({ workspaceId: 'w4' }, [fileOf(`n${index}`, hashOf(content))]);
    writeFileSync(join(folder, second), contents[1]!);
    // As unreadable as a file of another user, for everybody.
    mkdirSync(join(folder, first));
    const long = join(config.home, 'files', 'w5');
    symlinkSync(long, long);

    const moved = await moveContentsOut(config.home, storage, db);
    expect(moved.moved).toBe(1);
    expect(moved.failed.toSorted()).toEqual([
      expect.stringContaining(join('w4', first)),
      expect.stringContaining(join('files', 'w5')),
    ]);

    const home = makeFolder();
    const copied = await copyContentsBack(home, storage, db);
    expect(copied.failed).toContainEqual(expect.stringContaining(`w4/${first}`));
    expect(readdirSync(join(home, 'files', 'w4'))).toEqual([second]);
    rmSync(home, { recursive: true });
    rmSync(long);
    rmSync(folder, { recursive: true });
  });

  it('include recordings once their calls are over', async () => {
    const { vault, config } = test.infrastructure;
    const recordings = createRecordings(config.home, vault, bucket);
    const call = { id: 'call-1', workspaceId: 'w1' };
    const recording = recordings.begin(call);
    for (let frame = 0; frame < 50; frame += 1)
      recording.write(new Int16Array(320).fill(frame), new Int16Array(320));
    await recording.close();
    const path = join(config.home, 'recordings', 'w1', 'call-1.wav');
    const before = await buffer((await recordings.open(call)).read(0, 44 + 64_000 - 1));
    await recordings.settle(call);
    expect(existsSync(path)).toBe(false);
    expect(await recordings.lengthMs(call)).toBe(1000);
    const opened = await recordings.open(call);
    expect(await buffer(opened.read(0, opened.size - 1))).toEqual(before);
    expect(await buffer(opened.read(100, 199))).toEqual(before.subarray(100, 200));
    expect(await recordings.copyBack(call)).toBe(true);
    expect(existsSync(path)).toBe(true);

    // A stop came between the end of the call and its upload; a call that is still recorded is left alone.
    expect(await recordings.settleRest()).toBe(0);
    utimesSync(path, new Date(0), new Date(0));
    expect(await recordings.settleRest()).toBe(1);
    expect(existsSync(path)).toBe(false);
    await recordings.remove(call);
    expect(await recordings.exists(call)).toBe(false);
  });
});

it('a bucket that does not exist is refused in words', async () => {
  const { s3Endpoint } = bucketConfig;
  const elsewhere = {
    ...bucketConfig,
    s3Endpoint,
    s3Bucket: 'elsewhere',
    s3Region: 'us-east-1',
    s3Prefix: '',
    s3PathStyle: undefined,
  };
  const bucket = openBucket(elsewhere as Config)!;
  await expect(bucket.check()).rejects.toThrow('There is no bucket elsewhere');
  await bucket.close();
});
