import { type Call, createCall } from '@tendril/contract/api/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallClient, makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

let test: TestApp;
let user: TestUser;
let base: string;
let agentId: string;

beforeAll(async () => {
  test = await createTestApp();
  user = await test.signIn();
  base = await test.listen();
  agentId = await makeAgent(user);
});
afterAll(() => test.close());

/** Lines with sound are carried by another process. */
const channels = ['text', 'audio'] as const;
type Channel = (typeof channels)[number];

async function openLine(channel: Channel): Promise<CallClient> {
  const { socketPath, token } = await registerCall(user, agentId, { channel });
  const page = new CallClient(base, socketPath, token);
  await page.event('call-start');
  return page;
}

/** A frame as the protocol has it: the first byte says what it is, the mask is nought. */
function rawFrame(firstByte: number, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([firstByte, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

describe.each(channels)('ATK-154: the line of a call (%s)', (channel) => {
  it.each<[string, number, (page: CallClient) => void]>([
    ['a message of 10 MB', 1009, (page) => page.socket.send('x'.repeat(10_000_000))],
    ['pieces of a message that never ends', 1009, (page) => sendPieces(page)],
    channel === 'text'
      ? ['sound where only text is due', 1003, (page) => page.socket.send(Buffer.alloc(640))]
      : ['half a sample of sound', 1007, (page) => page.socket.send(Buffer.alloc(641))],
    ['text that is no JSON', 1007, (page) => page.socket.send('hello')],
    ['an unknown event', 1007, (page) => page.socket.send('{"type":"reboot"}')],
    ['a field too many', 1007, (page) => page.socket.send('{"type":"hang-up","now":true}')],
    ['text that is no UTF-8', 1007, (page) => write(page, rawFrame(0x81, Buffer.from([0xff, 0xfe])))],
    ['reserved bits', 1002, (page) => write(page, rawFrame(0xf1, Buffer.from('x')))],
    ['a compressed frame', 1002, (page) => write(page, rawFrame(0xc1, Buffer.from('x')))],
    ['an unknown kind of frame', 1002, (page) => write(page, rawFrame(0x83, Buffer.from('x')))],
    [
      'a flood of messages',
      1008,
      (page) => {
        for (let count = 0; count < 3000; count += 1) page.send({ type: 'played', ms: 0 });
      },
    ],
    [
      'a flood of pings',
      1008,
      (page) => {
        for (let count = 0; count < 3000; count += 1) page.socket.ping();
      },
    ],
  ])('is closed after %s, with code %i', async (_name, code, misbehave) => {
    const page = await openLine(channel);
    misbehave(page);
    expect(await page.closed).toBe(code);
  });

  it('stays open for others while one misbehaves', async () => {
    const [good, bad] = [await openLine(channel), await openLine(channel)];
    bad.socket.send('x'.repeat(10_000_000));
    await bad.closed;
    expect(await good.say('Hello')).toContain('Hello');
    good.send({ type: 'hang-up' });
    await good.closed;
  });

  it('does not take compression although a client offers it', async () => {
    const page = await openLine(channel);
    expect(page.socket.extensions).toBe('');
    page.send({ type: 'hang-up' });
    await page.closed;
  });
});

describe.each(channels)('a line that breaks off (%s)', (channel) => {
  const isBack = (page: CallClient) => page.notices.some(({ type }) => type === 'resumed');
  const readCall = async (id: string) =>
    (await user.inject({ method: 'GET', url: `${createCall.path}/${id}` })).json<{ data: Call }>().data;

  async function open(agent = agentId) {
    const registered = await registerCall(user, agent, { channel });
    const page = new CallClient(base, registered.socketPath, registered.token);
    await page.event('call-start');
    const [ready] = page.notices;
    const token = ready?.type === 'ready' ? (ready.resumeToken ?? '') : '';
    return {
      page,
      id: registered.data.id,
      token,
      back: () => new CallClient(base, registered.socketPath, token),
    };
  }

  /** A page is told why, whatever it may read of a connection that was refused. */
  async function expectRefusal(page: CallClient): Promise<void> {
    expect(await page.closed).toBe(1000);
    const message = expect.stringContaining('call');
    expect(page.notices).toMatchObject([{ type: 'refused', code: 'UNAVAILABLE', message }]);
  }

  it('is taken up again by its page, which gets what it missed and goes on', async () => {
    const { page, id, back } = await open();
    page.send({ type: 'say', text: 'Hello' });
    await page.event('user-turn');
    page.socket.terminate();
    await page.closed;
    const again = back();
    await again.until(() => isBack(again));
    expect((await again.event('agent-turn')).text).toContain('Hello');
    // As often as it takes.
    again.socket.terminate();
    const third = back();
    await third.until(() => isBack(third));
    expect(await third.say('Hello again')).toContain('Hello');
    third.send({ type: 'hang-up' });
    await third.event('call-end');
    await third.closed;
    const call = await readCall(id);
    expect(call).toMatchObject({ status: 'ended', disconnectionReason: 'user_hangup' });
    expect(call.transcript.map(({ role }) => role)).toEqual(['user', 'agent', 'user', 'agent']);
    await expectRefusal(back());
  });

  it('is taken over from a socket that does not know yet that it is dead', async () => {
    const { page, back } = await open();
    const again = back();
    await again.until(() => isBack(again));
    expect(await page.closed).toBe(1006);
    expect(await again.say('Hello')).toContain('Hello');
    again.send({ type: 'hang-up' });
    await again.closed;
  });

  it('is no hang-up: who does not come back in ten seconds has lost the connection', {
    timeout: 40_000,
  }, async () => {
    // Silence ends a spoken call too, and later.
    const { page, id, back } = await open(
      await makeAgent(user, { agent: { endCallAfterSilenceMs: 20_000 } }),
    );
    page.socket.terminate();
    await expect
      .poll(() => readCall(id), { timeout: 30_000, interval: 500 })
      .toMatchObject({ status: 'error', disconnectionReason: 'error_connection_lost' });
    const { durationMs } = await readCall(id);
    expect(durationMs).toBeGreaterThan(9000);
    await expectRefusal(back());
  });

  it('opens only with its token', async () => {
    const { page, token, back } = await open();
    // Whose call it is, and what only its page knows.
    expect(token).toMatch(/^[\w-]{36}\.[\w-]{43}$/);
    page.send({ type: 'hang-up' });
    await page.closed;
    await expectRefusal(back());
  });

  it('that its page closes is a hang-up at once', async () => {
    const { page, id } = await open();
    page.socket.close();
    await expect
      .poll(() => readCall(id))
      .toMatchObject({ status: 'ended', disconnectionReason: 'user_hangup' });
  });
});

function write(page: CallClient, bytes: Buffer): void {
  const { _socket: socket } = page.socket as unknown as { _socket: { write(bytes: Buffer): void } };
  socket.write(bytes);
}

function sendPieces(page: CallClient): void {
  for (let count = 0; count < 40; count += 1) page.socket.send('x'.repeat(3000), { fin: false });
}
