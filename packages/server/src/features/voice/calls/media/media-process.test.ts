import { spawn } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Call, createCall } from '@tendril/contract/api/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, registerCall } from '../../../../testing/call-driver.ts';
import { mediaProcesses } from '../../../../testing/media-processes.ts';
import { SpeakingCaller } from '../../../../testing/speaking-caller.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../../testing/test-app.ts';

const long =
  'Our bread is baked every night from flour of the valley, with water of the spring and a little salt, and it rests ' +
  'for a whole day before it goes into the oven, where it stays until the crust is brown.';

let test: TestApp;
let user: TestUser;
let base: string;
let agentId: string;

beforeAll(async () => {
  test = await createTestApp({ config: { callMedia: 'apart' } });
  user = await test.signIn();
  base = await test.listen();
  agentId = await makeAgent(user, {
    agent: { beginMessageDelayMs: 0, interruptionSensitivity: 0 },
    llm: { beginMode: 'defined', beginMessage: long },
  });
});
afterAll(() => test.close());

const readCall = async (id: string) =>
  (await user.inject({ method: 'GET', url: `${createCall.path}/${id}` })).json<{ data: Call }>().data;

async function openLine() {
  const { data, socketPath, token } = await registerCall(user, agentId, { channel: 'audio' });
  const page = new SpeakingCaller(base, socketPath, token);
  await page.event('agent-speech-start');
  return { page, id: data.id };
}

it('the agent is heard while the server does nothing but one long work', { timeout: 60_000 }, async () => {
  const { socketPath, token } = await registerCall(user, agentId, { channel: 'audio' });
  const address = `${base.replace('http', 'ws')}${socketPath}?token=${token}`;
  const page = new Worker(new URL('../../../../testing/page-thread.ts', import.meta.url), {
    workerData: address,
  });
  const counted = await new Promise<Int32Array>((resolve) => page.once('message', resolve));
  await expect.poll(() => Atomics.load(counted, 0), { timeout: 20_000 }).toBeGreaterThan(10);
  const before = Atomics.load(counted, 0);
  // Nothing of this thread's runs meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
  expect(Atomics.load(counted, 0) - before).toBeGreaterThan(50);
  page.postMessage('close');
  await new Promise((resolve) => page.once('exit', resolve));
});

/** The priority that this system allows a process which is preferred. */
function allowedPriority(): number {
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
  try {
    setPriority(other.pid ?? 0, -10);
  } catch {
    // It stays as it is.
  }
  const allowed = getPriority(other.pid ?? 0);
  other.kill('SIGKILL');
  return allowed;
}

it('the process of the sound is preferred to others where the system allows it', async () => {
  const { page, id } = await openLine();
  const [running] = mediaProcesses();
  expect(getPriority(running ?? 0)).toBe(allowedPriority());
  expect(getPriority()).toBe(0);
  page.send({ type: 'hang-up' });
  await page.closed;
  expect(await readCall(id)).toMatchObject({ disconnectionReason: 'user_hangup' });
});

it('a call whose sound’s process is killed ends in words, its recording plays, and the next call is carried', {
  timeout: 60_000,
}, async () => {
  const { page, id } = await openLine();
  await page.until(() => page.audio.length > 150);
  const [lost] = mediaProcesses();
  expect(lost).toBeDefined();
  process.kill(lost ?? 0, 'SIGKILL');
  expect(await page.closed).toBe(1006);
  await expect
    .poll(() => readCall(id))
    .toMatchObject({ status: 'error', disconnectionReason: 'error_unknown' });
  const call = await readCall(id);
  expect(call.durationMs).toBeGreaterThan(1000);
  const wav = (await user.inject({ method: 'GET', url: call.recordingUrl ?? '' })).rawPayload;
  expect(wav.subarray(0, 4).toString()).toBe('RIFF');
  expect(wav.length).toBeGreaterThan(40_000);
  const next = await openLine();
  expect(mediaProcesses()).not.toContain(lost);
  next.page.send({ type: 'hang-up' });
  await next.page.closed;
  expect(await readCall(next.id)).toMatchObject({ status: 'ended', disconnectionReason: 'user_hangup' });
});

it('where no process can be started, the server carries the sound itself', async () => {
  const other = await createTestApp({ config: { callMedia: 'apart' } });
  const { execPath } = process;
  process.execPath = '/does/not/exist';
  try {
    const caller = await other.signIn();
    const at = await other.listen();
    const id = await makeAgent(caller, { agent: {}, llm: { beginMode: 'defined', beginMessage: long } });
    const { socketPath, token } = await registerCall(caller, id, { channel: 'audio' });
    const page = new SpeakingCaller(at, socketPath, token);
    await page.until(() => page.audio.length > 20);
    page.socket.close();
  } finally {
    process.execPath = execPath;
    await other.close();
  }
});
