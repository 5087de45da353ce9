import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';
import { expect, it } from 'vitest';
import type { ConnectedLine } from './audio-transport.ts';
import { LoopbackLine } from './testing/loopback-line.ts';
import { TestCall, type TestCallOptions } from './testing/test-call.ts';
import { tone } from './testing/tone.ts';

const [callerHertz, targetHertz] = [300, 700];
const rate = 16_000;
const slot = 320;

/** Writes down how high the voice was that it has heard. */
function pitchRecognizer(isBroken: () => boolean = () => false): SpeechToText & { opened: number } {
  return {
    ...{ label: 'pitch', isStandIn: true, opened: 0 },
    async open() {
      this.opened += 1;
      if (isBroken()) throw new Error('out of order');
      return {
        begin() {
          let [samples, crossings, last] = [0, 0, 0];
          return {
            push(piece) {
              for (const sample of piece) {
                if (sample === 0) continue;
                samples += 1;
                if (Math.sign(sample) !== Math.sign(last)) crossings += 1;
                last = sample;
              }
            },
            async finish() {
              const hertz = Math.round((crossings * rate) / 2 / Math.max(1, samples) / 100) * 100;
              const words = [{ text: `${hertz}`, startMs: 300, endMs: 900 }];
              return { text: `${hertz} hertz`, words };
            },
            cancel() {},
          };
        },
        close() {},
      };
    },
  };
}

/** A call that is transferred as soon as its caller says so; the other line is a person's of ours. */
async function connectedCall(
  recognizer: SpeechToText,
  { lateMs = 0, ...options }: TestCallOptions & { lateMs?: number } = {},
) {
  const call = new TestCall({
    ...{ otherRecognizer: recognizer, isNumbered: true },
    config: { beginMode: 'user', maxCallDurationMs: 60_000, endCallAfterSilenceMs: 10_000 },
    replies: [[{ type: 'transfer', number: '+14155550100' }]],
    ...options,
  });
  let other = call.line;
  let isHungUp = false;
  const hangUp = () => {
    isHungUp = true;
    call.line.hangUp();
  };
  // What the other one says at first may come all at once.
  const transfer = async (): Promise<ConnectedLine> => {
    other = new LoopbackLine(call.clock, { isNumbered: true });
    if (lateMs > 0) other.stall();
    call.clock.after(lateMs, () => other.release());
    return { incoming: other.incoming, hangUp };
  };
  Object.assign(call.line, { transfer });
  await call.clock.advance(500);
  call.line.speak(tone(600, { hertz: callerHertz }));
  await call.awaits('transfer');
  await call.clock.advance(1000);
  return { call, other, isHungUp: () => isHungUp };
}

const words = (call: TestCall) =>
  call.events.flatMap((event) => {
    if (event.type === 'user-turn') return [`caller: ${event.text}`];
    return event.type === 'transfer-target-turn' ? [`target: ${event.text}`] : [];
  });
const joined = (frames: readonly Int16Array[]) => Int16Array.from(frames.flatMap((frame) => [...frame]));
/** Places in a track at which a sound begins after silence. */
function onsets(track: Int16Array): number[] {
  const found: number[] = [];
  let silent = slot;
  for (const [at, sample] of track.entries()) {
    if (Math.abs(sample) > 100 && silent >= slot * 5) found.push(at);
    silent = Math.abs(sample) > 100 ? 0 : silent + 1;
  }
  return found;
}

it('both who talk after a transfer are written down as two speakers, and nobody answers them', async () => {
  const { call, other } = await connectedCall(pitchRecognizer());
  const turns = call.of('turn-start').length;
  const before = call.clock.now();
  for (let round = 0; round < 2; round += 1) {
    other.speak(tone(1000, { hertz: targetHertz }));
    await call.clock.advance(3000);
    call.line.speak(tone(1000, { hertz: callerHertz }));
    await call.clock.advance(3000);
  }
  expect(words(call)).toEqual([
    'caller: 300 hertz',
    ...['target: 700 hertz', 'caller: 300 hertz', 'target: 700 hertz', 'caller: 300 hertz'],
  ]);
  // Their places in the call are those at which they were said.
  const [first] = call.of('transfer-target-turn');
  const from = (first?.at ?? 0) - (first?.agoMs?.from ?? 0);
  expect(Math.abs(from - before)).toBeLessThanOrEqual(60);
  const word = (first?.at ?? 0) - (first?.words?.[0]?.agoMs.from ?? 0);
  expect(Math.abs(word - from)).toBeLessThanOrEqual(60);
  // Longer than any silence or length that the agent's settings allow.
  await call.clock.advance(120_000);
  expect(call.of('turn-start').length).toBe(turns);
  expect(call.of('reminder')).toEqual([]);
  expect(call.of('call-end')).toEqual([]);
  expect(call.responder.isClosed).toBe(true);
  call.line.hangUp();
  const { reason, durationMs } = await endOf(call);
  expect(reason).toBe('call_transfer');
  // The agent's part, as it is where the carrier takes the call away.
  expect(durationMs).toBeLessThan(before);
  expect(call.events.at(-1)?.type).toBe('call-end');
});

async function endOf(call: TestCall) {
  await call.awaits('call-end');
  return call.session.ended;
}

it.each([0, 200])(
  'the recording goes on with both on one clock, to the sample (first frames %i ms late)',
  async (lateMs) => {
    const { call, other } = await connectedCall(pitchRecognizer(), { lateMs });
    const said = { caller: tone(1500, { hertz: callerHertz }), target: tone(1500, { hertz: targetHertz }) };
    const from = call.caller.length;
    call.line.speak(said.caller);
    other.speak(said.target);
    await call.clock.advance(4000);
    call.line.hangUp();
    await endOf(call);
    const [caller, target] = [joined(call.caller), joined(call.agent)];
    const begins = onsets(caller).find((at) => at >= from * slot) ?? -1;
    const targetBegins = onsets(target).at(-1) ?? -1;
    expect(Math.abs(begins - targetBegins)).toBeLessThanOrEqual(slot);
    // The first sample of a tone is zero.
    for (const [track, at, whole] of [
      [caller, begins, said.caller],
      [target, targetBegins, said.target],
    ] as const)
      expect(track.slice(at - 1, at - 1 + whole.length)).toEqual(whole);
  },
);

it('what is lost on the way to one of them moves nothing of the recording', async () => {
  const { call, other } = await connectedCall(pitchRecognizer());
  await call.clock.advance(500);
  other.lose(40);
  await call.clock.advance(1500);
  const from = call.caller.length;
  call.line.speak(tone(400, { hertz: callerHertz }));
  other.speak(tone(400, { hertz: targetHertz }));
  await call.clock.advance(3000);
  call.line.hangUp();
  await endOf(call);
  const place = (track: readonly Int16Array[]) => onsets(joined(track)).find((at) => at >= from * slot) ?? -1;
  expect(Math.abs(place(call.caller) - place(call.agent))).toBeLessThanOrEqual(slot);
});

it('words in progress when one of them hangs up are written down', async () => {
  const { call, other } = await connectedCall(pitchRecognizer());
  other.speak(tone(5000, { hertz: targetHertz }));
  call.line.speak(tone(5000, { hertz: callerHertz }));
  await call.clock.advance(1500);
  other.hangUp();
  call.line.hangUp();
  expect((await endOf(call)).reason).toBe('call_transfer');
  expect(new Set(words(call).slice(1))).toEqual(new Set(['caller: 300 hertz', 'target: 700 hertz']));
});

it('a recognizer that fails ends nothing: the trace says whose words are missing, and later ones are not', async () => {
  const broken = { isBroken: false };
  // What was heard before the transfer was heard by the first line.
  const recognizer = pitchRecognizer(() => broken.isBroken && recognizer.opened > 1);
  broken.isBroken = true;
  const { call, other } = await connectedCall(recognizer);
  other.speak(tone(1000, { hertz: targetHertz }));
  await call.clock.advance(3000);
  expect(call.of('transfer-target-turn')).toEqual([]);
  const missing = call.of('call-error').map(({ message }) => message);
  expect(missing.sort()).toEqual([
    'Words of the caller are missing after the transfer: out of order',
    'Words of the transfer target are missing after the transfer: out of order',
  ]);
  broken.isBroken = false;
  await call.clock.advance(10_000);
  other.speak(tone(1000, { hertz: targetHertz }));
  await call.clock.advance(3000);
  expect(words(call)).toEqual(['caller: 300 hertz', 'target: 700 hertz']);
  call.line.hangUp();
  expect((await endOf(call)).reason).toBe('call_transfer');
});

it('a call that is ended by hand is over for both', async () => {
  const { call, isHungUp } = await connectedCall(pitchRecognizer());
  call.session.hangUp('manual_stopped');
  expect((await endOf(call)).reason).toBe('call_transfer');
  expect(isHungUp()).toBe(true);
});

it('what ends beside them is no end of theirs', async () => {
  const { call, isHungUp } = await connectedCall(pitchRecognizer());
  call.session.hangUp('error_llm_websocket_lost_connection');
  await call.clock.advance(5000);
  expect([call.of('call-end'), isHungUp()]).toEqual([[], false]);
  call.line.hangUp();
  expect((await endOf(call)).reason).toBe('call_transfer');
});

it('where nothing may be kept nobody listens', async () => {
  const { call } = await connectedCall(pitchRecognizer(), {
    config: { beginMode: 'user', leavesAtTransfer: true },
  });
  expect((await endOf(call)).reason).toBe('call_transfer');
  expect(call.of('transfer-target-turn')).toEqual([]);
});
