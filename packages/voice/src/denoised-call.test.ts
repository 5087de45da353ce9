import { expect, it } from 'vitest';
import type { Denoiser } from './audio/denoiser.ts';
import { madeVoice } from './testing/made-voice.ts';
import { TestCall } from './testing/test-call.ts';

/** Passes the sound on a frame late, at half its strength, and counts what is open. */
class PlayedDenoisers {
  open = 0;
  pushed = 0;
  failsAt = Number.POSITIVE_INFINITY;

  readonly openOne = async (sampleRate: number): Promise<Denoiser> => {
    this.open += 1;
    let held: Int16Array = new Int16Array(sampleRate / 50);
    return {
      push: (frame) => {
        this.pushed += 1;
        if (this.pushed > this.failsAt) throw new Error('out of memory');
        const out = held;
        held = frame.map((sample) => Math.round(sample / 2));
        return out;
      },
      close: () => {
        this.open -= 1;
      },
    };
  };
}

type Opener = NonNullable<ConstructorParameters<typeof TestCall>[0]>['openDenoiser'];

function callWith(openDenoiser: Opener, denoising: 'none' | 'noise' = 'noise'): TestCall {
  return new TestCall({
    config: { denoising },
    hears: ['When do you open?'],
    replies: ['At seven.'],
    openDenoiser,
  });
}

async function askedIn(call: TestCall): Promise<TestCall> {
  await call.clock.advance(100);
  call.line.speak(madeVoice(900));
  await call.awaits('agent-turn');
  call.line.hangUp();
  await call.awaits('call-end');
  return call;
}

const loudest = (frames: readonly Int16Array[]) =>
  frames.reduce((most, frame) => frame.reduce((high, sample) => Math.max(high, sample), most), 0);

it('the caller is recognized without their noise, at the same times, and recorded as they sounded', async () => {
  const denoisers = new PlayedDenoisers();
  const plain = await askedIn(callWith(undefined, 'noise'));
  const denoised = await askedIn(callWith(denoisers.openOne));
  expect(denoised.transcript()).toEqual(['caller: When do you open?', 'agent: At seven.']);
  expect(denoisers.pushed).toBeGreaterThan(50);
  expect(loudest(denoised.caller)).toBe(loudest(plain.caller));
  const onsetOf = (call: TestCall) => {
    const [turn] = call.of('user-turn');
    return turn?.agoMs ? turn.at - turn.agoMs.from : Number.NaN;
  };
  expect(Math.abs(onsetOf(denoised) - onsetOf(plain))).toBeLessThanOrEqual(20);
  const lengthOf = (call: TestCall) => call.recognizer.lengths[0] ?? Number.NaN;
  expect(Math.abs(lengthOf(denoised) - lengthOf(plain))).toBeLessThanOrEqual(2 * 320);
});

it('without the setting nothing is opened', async () => {
  const denoisers = new PlayedDenoisers();
  await askedIn(callWith(denoisers.openOne, 'none'));
  expect(denoisers.pushed).toBe(0);
});

it('1,000 calls that end leave no denoiser open, however late it was opened', async () => {
  const denoisers = new PlayedDenoisers();
  for (let count = 0; count < 1000; count += 1) {
    const call = callWith(denoisers.openOne);
    if (count % 2 === 0) await call.clock.advance(40);
    call.line.hangUp();
    await call.awaits('call-end');
  }
  await Promise.resolve();
  expect(denoisers.open).toBe(0);
});

it('where there is no denoiser, or it fails, the call goes on with the sound as it is', async () => {
  const none = await askedIn(callWith(async () => undefined));
  expect(none.transcript()).toEqual(['caller: When do you open?', 'agent: At seven.']);
  const denoisers = new PlayedDenoisers();
  denoisers.failsAt = 10;
  const failing = await askedIn(callWith(denoisers.openOne));
  expect(failing.transcript()).toEqual(none.transcript());
  expect(failing.of('call-error').map(({ message }) => message)).toEqual([
    'The noise reduction failed: out of memory',
  ]);
  expect(denoisers.open).toBe(0);
});
