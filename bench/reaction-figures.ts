import { neededVoiceMs } from '../packages/voice/src/interruption.ts';
import { TestCall } from '../packages/voice/src/testing/test-call.ts';
import { tone } from '../packages/voice/src/testing/tone.ts';
import { ToneSynthesizer } from '../packages/voice/src/testing/tone-synthesizer.ts';
import { percentile } from './percentile.ts';
import { atMost, type Row } from './table.ts';

const attempts = 40;
/** How long a voice has to sound before it interrupts the most eager agent. */
const windowMs = neededVoiceMs(1);
/** Simulated latency of the voice: noise is on the line before the greeting can be. */
const voiceMs = 200;
/** In the first seconds of its voice an agent hears its echo, and yields to longer voices alone. */
const warmUpMs = 3200;
const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');

/** From the caller's first sound to the clear, at different places of a frame and of the agent's sentence. */
async function bargeIns(): Promise<number[]> {
  const stops: number[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const call = new TestCall({
      config: { beginMode: 'defined', beginMessage: long, interruptionSensitivity: 1 },
      hears: ['wait'],
      replies: ['Yes?'],
    });
    await call.clock.advance(warmUpMs + attempt * 17);
    call.line.speak(tone(700));
    await call.awaits('agent-interrupted');
    stops.push(call.of('agent-interrupted')[0]?.stopMs ?? Number.NaN);
    call.session.hangUp('user_hangup');
  }
  return stops.sort((left, right) => left - right);
}

/** A line's steady noise, some 30 dB below a voice. */
function noise(ms: number): Int16Array {
  let state = 7;
  return Int16Array.from({ length: ms * 16 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return (state / 2 ** 31 - 0.5) * 1200;
  });
}

/** From the answered line to the agent's first sound, without what the voice takes. */
async function greetingMs(isNoisy: boolean): Promise<number> {
  const call = new TestCall({
    config: { beginMode: 'defined', beginMessage: 'Good morning.' },
    synthesizers: (clock) => [new ToneSynthesizer({ clock, firstAudioMs: voiceMs })],
  });
  if (isNoisy) call.line.speak(noise(4000));
  await call.awaits('agent-speech-start');
  const at = call.of('agent-speech-start')[0]?.at ?? Number.NaN;
  call.session.hangUp('user_hangup');
  return at - voiceMs;
}

/** How soon an agent falls silent, and how soon it greets, by its rules alone: on a clock that the run moves. */
export async function measureReactions(): Promise<Row[]> {
  return [
    atMost('barge-in to silence, p95', percentile(await bargeIns(), 0.95), 'ms', windowMs + 40),
    atMost('greeting after the answer', await greetingMs(false), 'ms', 100),
    atMost('greeting after the answer, in noise', await greetingMs(true), 'ms', 400),
  ];
}
