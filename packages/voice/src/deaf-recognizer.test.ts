import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';
import { UnansweredSound } from '@tendril/contract/provider/unanswered-sound';
import { describe, expect, it } from 'vitest';
import { TestCall } from './testing/test-call.ts';
import { tone } from './testing/tone.ts';

/** A vendor that takes every sound; `finish` is its answer. */
const vendor = (hear: () => Promise<string>, opened: () => void = () => {}): SpeechToText => ({
  label: 'vendor',
  isStandIn: false,
  open: async () => {
    opened();
    const finish = async () => ({ text: await hear() });
    return { begin: () => ({ push: () => {}, finish, cancel: () => {} }), close: () => {} };
  },
});
const never = () => new Promise<never>(() => {});

/** A chain as the server builds it: each opening goes on with the next. */
function chain(...all: SpeechToText[]): SpeechToText {
  let next = 0;
  return {
    label: 'chain',
    isStandIn: false,
    choices: all.length,
    open: (request) => (all[next++ % all.length] as SpeechToText).open(request),
  };
}

const callWith = (otherRecognizer: SpeechToText) =>
  new TestCall({ replies: ['Good day.', 'Good night.'], otherRecognizer });

async function saySomething(call: TestCall): Promise<number> {
  await call.clock.advance(500);
  call.line.speak(tone(600));
  await call.clock.advance(600);
  return call.clock.now();
}

describe('a recognizer that accepts and never answers', () => {
  it('is replaced by the next within five seconds, and no turn is lost', async () => {
    const call = callWith(
      chain(
        vendor(never),
        vendor(async () => 'hello'),
      ),
    );
    const saidAt = await saySomething(call);
    await call.awaits('user-turn');
    expect(call.of('user-turn')[0]).toMatchObject({ text: 'hello' });
    expect((call.of('user-turn')[0]?.at ?? 0) - saidAt).toBeLessThanOrEqual(5000);
    await call.awaits('agent-turn');
    expect(call.transcript()).toEqual(['caller: hello', 'agent: Good day.']);
  });

  it('does not make the call deaf for good, whatever the caller says meanwhile', async () => {
    const call = callWith(vendor(never));
    await saySomething(call);
    for (let sentence = 0; sentence < 6 && call.of('call-end').length === 0; sentence += 1) {
      call.line.speak(tone(600));
      await call.clock.advance(3000);
    }
    expect(call.of('call-end')[0]).toMatchObject({ reason: 'error_asr' });
  });

  it('may also never open', async () => {
    const call = callWith(
      chain(
        { label: 'closed', isStandIn: false, open: never },
        vendor(async () => 'hello'),
      ),
    );
    await saySomething(call);
    await call.awaits('user-turn');
    expect(call.of('user-turn')[0]).toMatchObject({ text: 'hello' });
    expect(call.of('user-turn')[0]?.at).toBeLessThan(7000);
  });

  it('each of a chain is tried before the call is given up', async () => {
    const opened: number[] = [];
    const refuse = async (): Promise<string> => {
      throw new Error('The vendor refuses.');
    };
    const call = callWith(
      chain(
        vendor(refuse, () => opened.push(1)),
        vendor(refuse, () => opened.push(2)),
        vendor(
          async () => 'here',
          () => opened.push(3),
        ),
      ),
    );
    await saySomething(call);
    await call.awaits('user-turn');
    expect(opened).toEqual([1, 2, 3]);
    expect(call.of('user-turn')[0]).toMatchObject({ text: 'here' });
  });

  it('silence of all of them on one sound is taken for a sound without words', async () => {
    const silent = async (): Promise<string> => {
      throw new UnansweredSound('vendor');
    };
    const call = callWith(chain(vendor(silent), vendor(silent)));
    await saySomething(call);
    await call.clock.advance(5000);
    expect(call.of('call-end')).toEqual([]);
    expect(call.of('user-turn')).toEqual([]);
  });
});
