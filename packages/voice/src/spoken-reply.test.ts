import { describe, expect, it } from 'vitest';
import type { ReplyPart, ReplyRequest, Responder } from './responder.ts';
import { TestCall } from './testing/test-call.ts';
import { tone } from './testing/tone.ts';

const sampleRate = 24_000;
const text = 'One two three four five six seven eight.';

/** Speaks itself, faster than real time: eight words in two seconds. */
class SpeakingResponder implements Responder {
  heardMs: number | undefined;

  async *reply(request: ReplyRequest): AsyncGenerator<ReplyPart> {
    request.signal.addEventListener('abort', () => {
      this.heardMs = request.heardMs?.();
    });
    yield { type: 'sound', text };
    for (let piece = 0; piece < 20; piece += 1)
      yield {
        type: 'sound',
        text: '',
        sound: { format: { sampleRate }, samples: tone(100, { sampleRate, hertz: 400 }) },
      };
  }
}

const callOf = (responder: Responder, hears: readonly string[]) =>
  new TestCall({
    config: { beginMode: 'dynamic', interruptionSensitivity: 1 },
    hears,
    parts: { responder },
  });

describe('a responder that speaks itself', () => {
  it('is heard at the rate of the line, without any voice of ours', async () => {
    const call = callOf(new SpeakingResponder(), []);
    await call.awaits('agent-turn');
    expect(call.of('agent-turn')[0]).toMatchObject({ text });
    expect(call.of('agent-turn')[0]).not.toHaveProperty('unsaid');
    expect(call.of('agent-turn')[0]?.at).toBeGreaterThanOrEqual(1960);
    expect(call.of('agent-turn')[0]?.at).toBeLessThanOrEqual(2100);
    expect(call.synthesizers[0]?.asked).toEqual([]);
  });

  it('learns how much of its sound was heard when the caller interrupts, and the words end there', async () => {
    const responder = new SpeakingResponder();
    const call = callOf(responder, ['wait']);
    await call.clock.advance(800);
    call.line.speak(tone(600));
    await call.awaits('agent-turn');
    const { at } = call.of('agent-interrupted')[0] ?? { at: 0 };
    const heardMs = responder.heardMs ?? 0;
    expect(Math.abs(heardMs - at)).toBeLessThanOrEqual(100);
    const said = call.of('agent-turn')[0];
    expect(`${said?.text} ${said?.unsaid}`).toBe(text);
    expect(said?.text.split(' ')).toHaveLength(Math.floor((heardMs / 2000) * 8));
  });

  it('goes on where it was stopped when the caller only coughed: nothing is said twice', async () => {
    const call = callOf(new SpeakingResponder(), ['']);
    await call.clock.advance(800);
    call.line.speak(tone(400));
    await call.awaits('agent-turn');
    expect(call.of('agent-turn')[0]).toMatchObject({ text });
    await call.clock.advance(1000);
    call.session.hangUp('user_hangup');
    await call.session.ended;
    const loud = call.agent.filter((frame) => frame.some((sample) => Math.abs(sample) > 1000)).length;
    expect(Math.abs(loud * 20 - 2000)).toBeLessThanOrEqual(40);
  });
});
