import { loudness } from '../packages/voice/src/audio/loudness.ts';
import { realClock } from '../packages/voice/src/call-clock.ts';
import type { CallSession } from '../packages/voice/src/call-session.ts';
import { createCallSession } from '../packages/voice/src/create-call-session.ts';
import { callConfig } from '../packages/voice/src/testing/call-config.ts';
import { LoopbackLine } from '../packages/voice/src/testing/loopback-line.ts';
import { ScriptedRecognizer } from '../packages/voice/src/testing/scripted-recognizer.ts';
import { ScriptedResponder } from '../packages/voice/src/testing/scripted-responder.ts';
import { tone } from '../packages/voice/src/testing/tone.ts';
import { ToneSynthesizer } from '../packages/voice/src/testing/tone-synthesizer.ts';
import { measureAdded } from './added-figures.ts';
import { measureManyCalls } from './many-calls.ts';
import { measureReactions } from './reaction-figures.ts';
import { atMost, type Row } from './table.ts';
import { measureTurns } from './turn-figures.ts';
import { measurePacing } from './voice-pacing.ts';

const count = 50;
const lengthMs = 8000;
/** Simulated latencies of the vendors: recognizer, model and synthesizer. */
const vendors = { recognizer: 50, model: 200, synthesizer: 80 };
const frame = tone(20);

/** One call in which the caller asks every four seconds. */
function startCall(): CallSession {
  const line = new LoopbackLine(realClock);
  const session = createCallSession({
    config: callConfig(),
    responder: new ScriptedResponder(['It is nine.', 'We are here.'], {
      clock: realClock,
      firstMs: vendors.model,
    }),
    functions: [],
    variables: {},
    builtIn: () => ({}),
    describe: () => ({}),
    emit: () => {},
    audio: {
      transport: line,
      recognizer: new ScriptedRecognizer(['what time is it', 'where are you'], {
        clock: realClock,
        finalMs: vendors.recognizer,
      }),
      synthesizers: [new ToneSynthesizer({ clock: realClock, firstAudioMs: vendors.synthesizer })],
      record: () => {},
    },
    hasTimers: true,
  });
  for (const waitMs of [300, 4300]) setTimeout(() => line.speak(tone(900)), waitMs);
  return session;
}

/** CPU time in ms during eight seconds of some work. */
async function processorMs(work: () => () => void): Promise<number> {
  const before = process.cpuUsage();
  const stop = work();
  await new Promise((resolve) => setTimeout(resolve, lengthMs));
  stop();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The minimum cost of this many lines: a frame of 20 ms inspected and copied, in each direction. */
function bareLines(): () => void {
  const lines = Array.from({ length: count }, () =>
    setInterval(() => {
      for (let side = 0; side < 2; side += 1) loudness(frame.slice());
    }, 20),
  );
  return () => {
    for (const line of lines) clearInterval(line);
  };
}

/**
 * The cost of a call, of fifty at once, compared with bare lines in the same run; what a call adds to the wait for an
 * answer, what calls leave behind, when turns end, and whether frames are in time.
 */
export async function measureVoice(): Promise<Row[]> {
  const bareMs = await processorMs(bareLines);
  const calls: CallSession[] = [];
  const callsMs = await processorMs(() => {
    for (let index = 0; index < count; index += 1) calls.push(startCall());
    return () => {
      for (const session of calls) session.hangUp('user_hangup');
    };
  });
  await Promise.all(calls.map(({ ended }) => ended));
  return [
    { name: 'call, processor of one core', value: callsMs / count / (lengthMs / 100), unit: '%' },
    atMost('call, processor against a bare line', callsMs / bareMs, 'times', 8),
    ...(await measureAdded()),
    ...(await measureManyCalls()),
    ...(await measureTurns()),
    ...(await measureReactions()),
    ...(await measurePacing()),
  ];
}
