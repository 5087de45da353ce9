import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '@tendril/contract/api/calls';
import { createCall } from '@tendril/contract/api/calls';
import { hubPrefix } from '@tendril/contract/api/hub';
import { secureUrlExpiryMs } from '@tendril/contract/voice/voice-timing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { makeFolder } from '../../../testing/temporary-folder.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { createRecordingFile } from './recording-file.ts';
import { createRecordings } from './recordings.ts';

const frame = (value: number) => new Int16Array(320).fill(value);

describe('a recording', () => {
  it('is a stereo WAV, the caller left and the agent right, whole after every flush', async () => {
    const path = join(makeFolder(), 'w', 'call.wav');
    const file = createRecordingFile(path);
    for (let count = 0; count < 50; count += 1) file.write(frame(100), frame(-200));
    await file.flush();
    const wav = readFileSync(path);
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
    expect(wav.toString('latin1', 8, 16)).toBe('WAVEfmt ');
    expect([wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([2, 16_000, 16]);
    expect([wav.readUInt32LE(40), wav.readUInt32LE(4), wav.length]).toEqual([64_000, 64_036, 64_044]);
    expect([wav.readInt16LE(44), wav.readInt16LE(46)]).toEqual([100, -200]);
    file.write(frame(1), frame(2));
    await file.close();
    const longer = readFileSync(path);
    expect([longer.readUInt32LE(40), longer.readInt16LE(longer.length - 2)]).toEqual([64_000 + 1280, 2]);
  });

  it('is tried again after a write error, and holds every sound once the disk takes it', async () => {
    const folder = makeFolder();
    const path = join(folder, 'w', 'call.wav');
    writeFileSync(join(folder, 'w'), 'in the way');
    const file = createRecordingFile(path);
    file.write(frame(1), frame(1));
    await expect(file.flush()).rejects.toThrow();
    file.write(frame(2), frame(2));
    rmSync(join(folder, 'w'));
    await file.flush();
    file.write(frame(3), frame(3));
    expect(await file.close()).toEqual({ isComplete: true });
    const wav = readFileSync(path);
    expect([0, 1, 2].map((place) => wav.readInt16LE(44 + place * 1280))).toEqual([1, 2, 3]);
    expect([wav.readUInt32LE(40), wav.length]).toEqual([3840, 3884]);
  });

  it('that cannot be written to the end says so instead of throwing', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'w'), 'in the way');
    const file = createRecordingFile(join(folder, 'w', 'call.wav'));
    file.write(frame(1), frame(1));
    expect(await file.close()).toMatchObject({ isComplete: false, error: expect.anything() });
  });

  it('that loses sound keeps the places of the rest, with silence between, and says so', async () => {
    const folder = makeFolder();
    const path = join(folder, 'w', 'call.wav');
    const file = createRecordingFile(path);
    for (let count = 0; count < 3200; count += 1) file.write(frame(1), frame(1));
    await file.flush();
    file.write(frame(2), frame(2));
    expect((await file.close()).isComplete).toBe(false);
    const wav = readFileSync(path);
    const at = (place: number) => wav.readInt16LE(44 + place * 1280);
    expect([at(0), at(3000), at(3199), at(3200)]).toEqual([1, 1, 0, 2]);
    expect(wav.length).toBe(44 + 3201 * 1280);
  });

  it('is no file as long as nothing was heard', async () => {
    const path = join(makeFolder(), 'call.wav');
    const file = createRecordingFile(path);
    await file.flush();
    await file.close();
    expect(() => readFileSync(path)).toThrow('ENOENT');
  });
});

describe('the address of a recording', () => {
  let test: TestApp;
  let user: TestUser;
  let call: Call;

  beforeAll(async () => {
    test = await createTestApp();
    user = await test.signIn();
    const agentId = await makeAgent(user, { settings: { optInSignedUrl: true } });
    const { data } = await registerCall(user, agentId);
    await keepRecording(data.id);
    call = (await user.inject({ method: 'GET', url: `${createCall.path}/${data.id}` })).json().data;
  });
  afterAll(() => test.close());
  afterEach(() => {
    vi.useRealTimers();
  });

  async function keepRecording(id: string): Promise<void> {
    const { db, config, vault } = test.infrastructure;
    const file = createRecordings(config.home, vault).begin({ id, workspaceId: user.caller.workspaceId });
    file.write(frame(1), frame(2));
    await file.close();
    await db.updateTable('call').set({ hasRecording: 1 }).where('id', '=', id).execute();
  }
  const get = (url: string, headers = {}) => test.inject({ method: 'GET', url, headers });

  it('SP-78: is signed where the agent asks for it, and opens the file to anyone who has the link', async () => {
    const url = new URL(call.recordingUrl ?? '', 'http://house');
    const exp = Number(url.searchParams.get('exp'));
    expect(Math.abs(exp - Date.now() - secureUrlExpiryMs)).toBeLessThan(60_000);
    const answer = await get(call.recordingUrl ?? '');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'audio/wav']);
    expect(answer.rawPayload.toString('latin1', 0, 4)).toBe('RIFF');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('SEC-03: answers 403 after 24 hours', async () => {
    const url = call.recordingUrl ?? '';
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + secureUrlExpiryMs - 30_000 });
    expect((await get(url)).statusCode).toBe(200);
    vi.setSystemTime(Date.now() + 60_000);
    expect((await get(url)).statusCode).toBe(403);
    // Nor does a session help an address that is over.
    expect((await user.inject({ method: 'GET', url })).statusCode).toBe(403);
  });

  it('ATK-085: answers 403 with one byte of the signature changed, the time raised, or another file', async () => {
    const url = new URL(call.recordingUrl ?? '', 'http://house');
    const changed = (change: (one: URL) => void) => {
      const one = new URL(url);
      change(one);
      return one.pathname + one.search;
    };
    const signature = url.searchParams.get('signature') ?? '';
    const other = await registerCall(user, call.agentId);
    await keepRecording(other.data.id);
    const forged = [
      changed((one) =>
        one.searchParams.set('signature', `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`),
      ),
      changed((one) => one.searchParams.set('signature', '')),
      changed((one) => one.searchParams.set('exp', String(Date.now() + 10 * secureUrlExpiryMs))),
      changed((one) => one.searchParams.delete('exp')),
      changed((one) => {
        one.pathname = `${hubPrefix}/recordings/${other.data.id}.wav`;
      }),
      changed((one) => {
        one.pathname = `${hubPrefix}/recordings/nobody.wav`;
      }),
    ];
    for (const address of forged) expect([address, (await get(address)).statusCode]).toEqual([address, 403]);
  });

  it('without a signature opens to people and keys of the workspace alone', async () => {
    const url = `${hubPrefix}/recordings/${call.id}.wav`;
    const theirs = await (await makeKey(test)).inject({ method: 'GET', url });
    const ours = await user.inject({ method: 'GET', url });
    expect([(await get(url)).statusCode, theirs.statusCode, ours.statusCode]).toEqual([401, 404, 200]);
    const odd = await user.inject({ method: 'GET', url: `${hubPrefix}/recordings/..%2f..%2fsecret.key.wav` });
    expect(odd.statusCode).toBe(400);
  });

  it.each([
    ['bytes=0-3', 206, 'bytes 0-3/1324', 4],
    ['bytes=1320-', 206, 'bytes 1320-1323/1324', 4],
    ['bytes=-24', 206, 'bytes 1300-1323/1324', 24],
    ['bytes=0-99999', 206, 'bytes 0-1323/1324', 1324],
    ['bytes=2000-', 416, 'bytes */1324', 0],
    ['lines=1-2', 200, undefined, 1324],
  ])('answers the range %s with %i', async (range, status, given, length) => {
    const answer = await get(call.recordingUrl ?? '', { range });
    expect([answer.statusCode, answer.headers['content-range'], answer.rawPayload.length]).toEqual([
      status,
      given,
      length,
    ]);
  });
});
