import { describe, expect, it } from 'vitest';
import type { CallFunction } from './call-function.ts';
import type { ReplyPart, ReplyRequest } from './responder.ts';
import { madeVoice } from './testing/made-voice.ts';
import { TestCall, type TestCallOptions } from './testing/test-call.ts';
import { ToneSynthesizer } from './testing/tone-synthesizer.ts';

const vendors = { firstMs: 200, partMs: 10, mayPrepare: true } as const;

/** A call whose recognizer gives a word every 150 ms, and whose vendors take their time. */
function call(options: TestCallOptions) {
  return new TestCall({
    config: { responsiveness: 0.52 },
    recognizer: { interimWordMs: 150, finalMs: 60 },
    responder: vendors,
    synthesizers: (clock) => [new ToneSynthesizer({ clock, firstAudioMs: 90 })],
    ...options,
  });
}

const statement = (ms: number) => madeVoice(ms, { from: 190, to: 110 });

describe('an answer that is begun early', () => {
  it('is heard as soon as the turn is over', async () => {
    const made = call({ hears: ['what time is it'], replies: ['It is nine.'] });
    await made.clock.advance(500);
    made.line.speak(statement(900));
    await made.awaits('agent-turn');
    const { times } = made.of('agent-turn')[0] ?? {};
    const { endpointMs = 0, sttMs = 0, llmMs = 0, ttsMs = 0, e2eMs = 0, aheadMs = 0 } = times ?? {};
    expect(aheadMs).toBeGreaterThan(200);
    expect(endpointMs).toBeLessThan(732);
    expect(e2eMs).toBeLessThan(endpointMs + 60 + 40);
    expect(endpointMs + sttMs + llmMs + ttsMs).toBe(e2eMs);
    expect(made.responder.requests).toHaveLength(1);
    expect(made.responder.requests[0]?.turns).toEqual([{ speaker: 'caller', text: 'what time is it' }]);
    expect(made.transcript()).toEqual(['caller: what time is it', 'agent: It is nine.']);
    const order = made.events.map(({ type }) => type).filter((type) => type !== 'transcript-interim');
    expect(order.slice(0, 4)).toEqual(['user-speech-start', 'user-speech-end', 'user-turn', 'turn-start']);
  });

  it('is neither heard nor found in the call when the caller goes on', async () => {
    const made = call({
      hears: ['book a table for tonight at nine please'],
      replies: ['Which day?', 'Which evening?', 'Booked.'],
      recognizer: { interimWordMs: 300, finalMs: 60 },
    });
    await made.clock.advance(500);
    made.line.speak(madeVoice(1100));
    await made.clock.advance(1600);
    expect(made.responder.alive + made.responder.requests.length).toBeGreaterThan(0);
    made.line.speak(statement(900));
    await made.awaits('agent-turn');
    const discarded = made.responder.requests.length - 1;
    expect(discarded).toBeGreaterThan(0);
    expect(made.responder.requests.slice(0, discarded).every(({ signal }) => signal.aborted)).toBe(true);
    expect(made.transcript()).toHaveLength(2);
    expect(made.of('turn-start')).toHaveLength(1);
    expect(made.of('agent-speech-start')).toHaveLength(1);
    expect(new Set(made.of('agent-delta').map(({ turn }) => turn))).toEqual(new Set([1]));
    // One sentence per answer went to the voice at most, and only one was played.
    expect(made.agent.filter((frame) => frame.some((sample) => sample !== 0)).length * 20).toBeLessThan(1000);
  });

  it('runs no function before the turn is certain, and none at all when the caller goes on', async () => {
    const runs: number[] = [];
    const cancel: CallFunction = {
      name: 'cancel_order',
      description: 'Cancels.',
      parameters: { type: 'object', properties: {} },
      speaksAfter: true,
      run: async () => {
        runs.push(made.clock.now());
        return { isOk: true, result: 'done' };
      },
    };
    async function* reply(request: ReplyRequest): AsyncGenerator<ReplyPart> {
      await request.callFunction({ toolId: 't', name: 'cancel_order', arguments: '{}' });
      yield { type: 'text', text: 'It is cancelled.' };
    }
    const made = call({
      hears: ['cancel my order', 'cancel it really'],
      replies: Array.from({ length: 6 }, () => reply),
      functions: [cancel],
    });
    await made.clock.advance(500);
    made.line.speak(statement(800));
    await made.clock.until(() => made.responder.requests.length > 0);
    expect(runs).toEqual([]);
    await made.awaits('agent-turn');
    expect(runs).toHaveLength(1);
    expect(runs[0]).toBeGreaterThanOrEqual(made.of('user-turn')[0]?.at ?? Number.POSITIVE_INFINITY);
    expect(made.of('tool-start')).toHaveLength(1);
    await made.clock.advance(500);
    made.line.speak(madeVoice(800));
    await made.clock.until(() => made.responder.requests.length > 1);
    made.line.hangUp();
    await made.clock.advance(5000);
    await made.session.ended;
    expect(runs).toHaveLength(1);
  });

  it('is begun again when it failed before anybody knew', async () => {
    async function* broken(): AsyncGenerator<ReplyPart> {
      yield* [];
      throw new Error('The model is not there.');
    }
    const made = call({ hears: ['what time is it'], replies: [broken, 'It is nine.'] });
    await made.clock.advance(500);
    made.line.speak(statement(900));
    await made.awaits('agent-turn');
    expect(made.of('call-error')).toEqual([]);
    expect(made.transcript()).toEqual(['caller: what time is it', 'agent: It is nine.']);
  });
});
