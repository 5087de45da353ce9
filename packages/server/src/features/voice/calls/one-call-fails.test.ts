import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Call, createCall, readCallEvents } from '@tendril/contract/api/calls';
import { createCredential } from '@tendril/contract/api/credentials';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { type AgentDraft, makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { mediaProcesses } from '../../../testing/media-processes.ts';
import { callPlaces } from '../../../testing/phone-app.ts';
import { SpeakingCaller } from '../../../testing/speaking-caller.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { type PlayedVendor, playVendor } from '../voices/testing/played-vendor.ts';

const words = JSON.stringify({
  ...{ type: 'Results', is_final: true, from_finalize: true, start: 0, duration: 1 },
  channel: { alternatives: [{ transcript: 'Hello.' }] },
});
const garbage = [
  'no message',
  '{"type":"Results"}',
  '[[[[',
  '{"type":"Results","channel":{"alternatives":7}}',
  'null',
];

/** No call ends by itself while others are looked at. */
const patient = { endCallAfterSilenceMs: 600_000, maxCallDurationMs: 600_000 };

/** How a recognizer behaves, by the language that it is asked for. */
const recognizers: Readonly<Record<string, (socket: WebSocket) => void>> = {
  'en-US': (socket) =>
    void socket.on(
      'message',
      (data, isBinary) => !isBinary && String(data).includes('Finalize') && socket.send(words),
    ),
  // Broken messages, and no words.
  'en-GB': (socket) =>
    void socket.on('message', () => {
      for (const one of garbage) socket.send(one);
      socket.send(Buffer.from([0xff, 0xfe, 0x00]));
    }),
  'en-AU': (socket) => void socket.on('message', () => socket.terminate()),
  'en-IN': (socket) => socket.close(1011, 'out of order'),
};

/** Calls that fail, each in its way. */
const failures: Readonly<Record<string, AgentDraft>> = {
  'a recognizer that sends garbage': { agent: { language: 'en-GB' } },
  'a recognizer whose socket breaks': { agent: { language: 'en-AU' } },
  'a recognizer that closes at once': { agent: { language: 'en-IN' } },
  'a voice that is no sound': { agent: { voiceId: 'play-Benton' } },
  'a custom LLM that sends what is no message': { settings: {} },
  'a recording that cannot be written': {},
};

describe.each(callPlaces)('of several calls at one time, their sound %s,', (callMedia) => {
  let test: TestApp;
  let user: TestUser;
  let base: string;
  let vendor: PlayedVendor;
  const sockets = new Set<WebSocket>();

  beforeAll(async () => {
    vendor = await playVendor();
    vendor.onSocket = (socket, { url = '' }) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => {});
      if (url.startsWith('/llm')) {
        socket.on('message', () =>
          socket.send('{"response_type":"response","response_id":"x","content":{}}'),
        );
        socket.send('{"response_type":7');
        return;
      }
      recognizers[new URL(url, vendor.baseUrl).searchParams.get('language') ?? '']?.(socket);
    };
    vendor.onRequest = ({ path }, response) => {
      if (path.includes('voices')) response.end(JSON.stringify([{ id: 'benton', name: 'Benton' }]));
      else
        response
          .writeHead(200, { 'content-type': 'audio/wav' })
          .end('RIFFxxxxWAVE this is not a sound at all');
    };
    test = await createTestApp({ config: { callMedia, egressAllow: [vendor.baseUrl.slice(7)] } });
    user = await test.signIn();
    base = await test.listen();
    for (const [credentialName, plainDataObj] of [
      ['deepgramApi', { deepgramApiKey: 'k', baseUrl: vendor.baseUrl }],
      ['playHtApi', { playHtApiKey: 'k', playHtUserId: 'u', baseUrl: vendor.baseUrl }],
    ] as const) {
      const payload = { name: 'Key', credentialName, plainDataObj };
      await user.inject({ method: 'POST', url: createCredential.path, payload });
    }
  });
  afterAll(async () => {
    await test.close();
    await vendor.close();
  });

  const get = async <T>(url: string) => (await user.inject({ url })).json<{ data: T }>().data;
  async function begin(name: string, { agent, settings }: AgentDraft = {}) {
    const isCustom = name.includes('custom');
    const agentId = await makeAgent(user, {
      agent: { beginMessageDelayMs: 0, responsiveness: 1, ...patient, ...agent },
      llm: { beginMode: 'defined', beginMessage: 'Good morning.', generalPrompt: 'The shop opens at seven.' },
      settings: {
        reminderMaxCount: 0,
        ...settings,
        ...(isCustom && {
          brain: { type: 'custom-llm', url: `${vendor.baseUrl.replace('http', 'ws')}/llm` },
        }),
      },
    });
    const { data, socketPath, token } = await registerCall(user, agentId, { channel: 'audio' });
    if (name.includes('recording')) {
      const { home } = test.infrastructure.config;
      mkdirSync(join(home, 'recordings', user.caller.workspaceId, `${data.id}.wav`), { recursive: true });
    }
    const caller = new SpeakingCaller(base, socketPath, token);
    return { name, id: data.id, caller };
  }
  type Begun = Awaited<ReturnType<typeof begin>>;

  /** A call that works is spoken to, and answers. */
  async function converse({ caller }: Begun): Promise<void> {
    const answers = caller.events.filter(({ type }) => type === 'agent-turn').length;
    await caller.speak('hello');
    expect(await caller.event('agent-turn', answers + 1)).toMatchObject({ type: 'agent-turn' });
  }

  it('one that fails ends or goes on in words, and the others are heard and answered', {
    timeout: 120_000,
  }, async () => {
    const well = [await begin('well'), await begin('well too')];
    for (const { caller } of well) await caller.event('agent-turn');
    const process = mediaProcesses();
    expect(process).toHaveLength(callMedia === 'apart' ? 1 : 0);
    const failing: Begun[] = [];
    for (const [name, draft] of Object.entries(failures)) failing.push(await begin(name, draft));
    const isOver = ({ caller }: Begun) => caller.socket.readyState === caller.socket.CLOSED;
    const told = ({ caller, name }: Begun) =>
      caller.events.some((event) => event.type === 'call-error' && reasons[name]?.test(event.message));
    for (const one of failing) {
      await one.caller.until(() => one.caller.events.length > 0).catch(() => undefined);
      if (!isOver(one)) await one.caller.speak('hello');
    }
    for (const one of well) await converse(one);
    for (const one of failing) {
      const isLate = one.name.includes('recording');
      await expect
        .poll(() => isLate || told(one) || isOver(one), { message: one.name, timeout: 60_000 })
        .toBe(true);
      if (!isOver(one)) one.caller.send({ type: 'hang-up' });
      await one.caller.closed;
    }
    for (const one of well) await converse(one);
    expect(mediaProcesses()).toEqual(process);

    for (const { id, name } of failing) {
      const call = await get<Call>(`${createCall.path}/${id}`);
      const events = await get<LoggedCallEvent[]>(readCallEvents.path.replace(':id', id));
      expect(
        events.filter(({ type }) => type === 'call-end'),
        name,
      ).toHaveLength(1);
      expect(events.at(-1)?.type, name).toBe('call-end');
      expect(['ended', 'error'], name).toContain(call.status);
      const errors = events.flatMap((event) => (event.type === 'call-error' ? [event.message] : []));
      expect(errors.length, name).toBeGreaterThan(0);
      expect(errors.join(' '), name).toMatch(reasons[name] ?? /nothing/);
    }
    for (const { caller, id } of well) {
      caller.send({ type: 'hang-up' });
      await caller.closed;
      const call = await get<Call>(`${createCall.path}/${id}`);
      expect(call).toMatchObject({ status: 'ended', disconnectionReason: 'user_hangup' });
      expect(call.transcript.map(({ role }) => role)).toEqual(['agent', 'user', 'agent', 'user', 'agent']);
    }
    // No socket of a call is left behind.
    await expect.poll(() => sockets.size, { timeout: 20_000 }).toBe(0);
  });
});

const reasons: Readonly<Record<string, RegExp>> = {
  'a recognizer that sends garbage': /Deepgram/,
  'a recognizer whose socket breaks': /Deepgram/,
  'a recognizer that closes at once': /Deepgram/,
  'a voice that is no sound': /voice gave no audio/,
  'a custom LLM that sends what is no message': /custom LLM/,
  'a recording that cannot be written': /recording is incomplete/,
};
