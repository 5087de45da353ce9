import { expect, it } from 'vitest';
import { createCallSession } from './create-call-session.ts';
import { callConfig } from './testing/call-config.ts';
import { TestCall } from './testing/test-call.ts';
import { tone } from './testing/tone.ts';

const fault = new Error('The part is broken.');
const fail = () => {
  throw fault;
};

/** Parts of a call that throw from a moment on, where nothing of theirs should. */
const breaks: Readonly<Record<string, (call: TestCall) => void>> = {
  'the line, while the agent speaks,': ({ line }) => Object.assign(line, { play: fail }),
  'the line, asked what was played,': ({ line }) => Object.assign(line, { playedMs: fail }),
  'the recording, while it is written,': ({ caller }) => Object.assign(caller, { push: fail }),
  'something that nobody guards': ({ session }) => session.fail(fault),
};

it.each(Object.keys(breaks))('%s throws: the call ends in words, and leaves nothing behind', async (name) => {
  const call = new TestCall({ hears: ['what time is it'], replies: ['It is nine. '.repeat(20)] });
  await call.clock.advance(500);
  call.line.speak(tone(800));
  await call.awaits('agent-speech-start');
  await call.clock.advance(200);
  breaks[name]?.(call);
  await call.clock.advance(60_000);
  expect(call.events.slice(-2)).toMatchObject([
    { type: 'call-error', code: 'INTERNAL', message: fault.message },
    { type: 'call-end', reason: 'error_unknown' },
  ]);
  expect(await call.session.ended).toMatchObject({ reason: 'error_unknown' });
  expect([call.of('call-end').length, call.line.isClosed, call.clock.pending]).toEqual([1, true, 0]);
});

it('a call that cannot even begin ends in words', async () => {
  const { line, clock, recognizer, synthesizers, responder } = new TestCall();
  const events: object[] = [];
  const session = createCallSession({
    ...{ config: callConfig({}), responder, functions: [], variables: {}, clock, hasTimers: true },
    ...{ builtIn: () => ({}), describe: () => ({}), emit: (event: object) => events.push(event) },
    audio: { transport: Object.assign(line, { earlyMs: fail }), recognizer, synthesizers },
  });
  await clock.advance(100);
  expect(await session.ended).toMatchObject({ reason: 'error_unknown' });
  expect(events.slice(-2)).toMatchObject([
    { type: 'call-error', code: 'INTERNAL', message: fault.message },
    { type: 'call-end', reason: 'error_unknown' },
  ]);
});
