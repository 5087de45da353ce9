import type { CallEvent } from '@tendril/contract/call-event';
import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';
import type { CallParts } from '@tendril/voice/call-session';
import { callConfig } from '@tendril/voice/testing/call-config';
import { ToneSynthesizer } from '@tendril/voice/testing/tone-synthesizer';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { makeFolder } from '../../../../testing/temporary-folder.ts';
import { createMediaProcess } from './media-process.ts';
import type { SessionFacts } from './session-start.ts';

/** A timer of so many milliseconds throws there, where nobody guards it. */
const brokenMs = 1234;
const script = `const real = setTimeout;
globalThis.setTimeout = (act, ms, ...rest) =>
  real(Math.round(ms) === ${brokenMs} ? () => { throw new Error('The timer is broken.'); } : act, ms, ...rest);`;

const media = createMediaProcess({
  ...{ log: pino({ level: 'silent' }), codeCache: makeFolder(), onLate: () => {} },
  nodeOptions: ['--import', `data:text/javascript,${encodeURIComponent(script)}`],
});
afterAll(() => media.close());

const deaf: SpeechToText = {
  ...{ label: 'Deaf', isStandIn: true },
  open: async () => ({
    begin: () => ({ push: () => {}, cancel: () => {}, finish: async () => ({ text: '' }) }),
    close: () => {},
  }),
};

/** A SIP call whose sound and session are there. */
async function open(config: Parameters<typeof callConfig>[0], facts: object = {}) {
  const events: CallEvent[] = [];
  const owner = { close: async () => far?.close() };
  const far = media.openRtp({
    ...{ host: '127.0.0.1', ports: [28_000, 28_099], signallingAddress: '127.0.0.1' },
    ...{ owner: () => owner, onUnheard: () => {} },
  });
  if (!far) throw new Error('No process.');
  const port = await far.takePort();
  far.agree({
    ...{ address: '127.0.0.1', port: 28_200, rtcpPort: 28_201, codec: 'pcmu', payloadType: 0 },
    ...{ eventType: 101, direction: 'sendrecv', keys: undefined },
  });
  far.start();
  const voice = new ToneSynthesizer();
  const parts: CallParts = {
    ...{ config: callConfig({ beginMode: 'defined', ...config }), functions: [], variables: {} },
    responder: { reply: async function* () {} },
    builtIn: () => ({}),
    describe: () => ({}),
    emit: (event) => events.push(event),
    hasTimers: true,
    audio: {
      transport: {
        ...far,
        incoming: far.incoming,
        play() {},
        clear() {},
        playedMs: () => 0,
        close: owner.close,
      },
      recognizer: deaf,
      synthesizers: [voice],
    },
  };
  const session = far.createSession(parts, { builtIn: {}, ...facts } as unknown as SessionFacts);
  return { session, events, voice, port };
}

it('a timer of one call that throws ends that call in words, and the others of its process go on', async () => {
  const other = await open({ beginMessage: 'It is nine.' });
  const broken = await open({ beginMessage: 'Hello.', beginMessageDelayMs: brokenMs });
  const { processId } = media;
  const before = processId();
  expect(await broken.session.ended).toMatchObject({ reason: 'error_unknown' });
  expect(broken.events.slice(-2)).toMatchObject([
    { type: 'call-error', code: 'INTERNAL', message: 'The timer is broken.' },
    { type: 'call-end', reason: 'error_unknown' },
  ]);
  await expect.poll(() => other.events.map(({ type }) => type)).toContain('agent-turn');
  const third = await open({ beginMessage: 'It is ten.' });
  await expect.poll(() => third.events.map(({ type }) => type)).toContain('agent-turn');
  for (const { session } of [other, third]) session.hangUp('user_hangup');
  expect(await other.session.ended).toMatchObject({ reason: 'user_hangup' });
  expect(await third.session.ended).toMatchObject({ reason: 'user_hangup' });
  expect(processId()).toBe(before);
});

it('a call whose session cannot begin there ends in words too', async () => {
  const ambience = { sound: 'a-place-that-nobody-knows', volume: 1 };
  const { session, events } = await open({ beginMessage: 'Hello.' }, { ambience });
  expect(await session.ended).toMatchObject({ reason: 'error_unknown' });
  expect(events.map(({ type }) => type)).toEqual(['call-error', 'call-end']);
});
