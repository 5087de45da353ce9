import { describe, expect, it } from 'vitest';
import { loudness } from './audio/loudness.ts';
import type { TransferTarget } from './audio-transport.ts';
import type { CallAction, CallFunction, FunctionOutcome } from './call-function.ts';
import { buildFunctions } from './functions/build-functions.ts';
import type { FunctionAnswer, ReplyPart, ReplyRequest } from './responder.ts';
import { ResponderFailure } from './responder-failure.ts';
import { TestCall, type TestCallOptions } from './testing/test-call.ts';

const text = (words: string): ReplyPart => ({ type: 'text', text: words });

/** A responder that calls a function and repeats its result. */
const calling = (name: string, input: string, count = 1, answers: FunctionAnswer[] = []) =>
  async function* (request: ReplyRequest): AsyncGenerator<ReplyPart> {
    yield text('Let me see. ');
    for (let index = 0; index < count; index += 1) {
      const answer = await request.callFunction({ toolId: `t${index}`, name, arguments: input });
      answers.push(answer);
      if (answer.isLast) return;
    }
    yield text('That is it.');
  };

function made(outcome: Partial<FunctionOutcome>, changes: Partial<CallFunction> = {}): CallFunction {
  return {
    name: 'look_up',
    description: '',
    parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    speaksAfter: true,
    run: async () => ({ isOk: true, result: 'found', ...outcome }),
    ...changes,
  };
}

const written = (options: TestCallOptions) => new TestCall({ isText: true, hasTimers: false, ...options });

describe('a text call', () => {
  it('answers what is said, without waiting for anything', async () => {
    const call = written({
      config: { beginMode: 'defined', beginMessage: 'Hello!', beginMessageDelayMs: 5000 },
      replies: ['Nine.', 'Berlin.'],
    });
    await call.session.say('What time is it?');
    await call.session.say('And where?');
    expect(call.transcript()).toEqual([
      'agent: Hello!',
      'caller: What time is it?',
      'agent: Nine.',
      'caller: And where?',
      'agent: Berlin.',
    ]);
    expect(call.clock.now()).toBe(0);
    expect(call.clock.pending).toBe(0);
    expect(call.of('agent-turn')[1]?.times).toEqual({ llmMs: 0 });
    call.session.hangUp('user_hangup');
    expect((await call.session.ended).turns).toHaveLength(5);
  });

  it('says nothing to nothing, and everything before its first moment', async () => {
    const call = written({ replies: ['Yes?'] });
    await call.session.say('   ');
    const [first, second] = [call.session.say('One'), call.session.say('Two')];
    await Promise.all([first, second]);
    expect(call.transcript()).toEqual([
      'caller: One',
      'agent: Yes?',
      'caller: Two',
      'agent: I have nothing more to say.',
    ]);
  });

  it('takes over the turns of an earlier call without asking anybody, and goes on from there', async () => {
    const call = written({
      config: { beginMode: 'defined', beginMessage: 'Hello!' },
      replies: ['Berlin.'],
      variables: { city: 'Bonn' },
      parts: {
        history: [
          { speaker: 'agent', text: 'Hello!' },
          { speaker: 'caller', text: 'Where is it?' },
          {
            speaker: 'tool',
            toolId: 't1',
            name: 'look_up',
            arguments: '{"id":"1"}',
            result: 'found',
            variables: { city: 'Ulm' },
          },
          { speaker: 'agent', text: 'In Ulm.' },
        ],
      },
    });
    await call.session.say('And before?');
    expect(call.transcript()).toEqual([
      'agent: Hello!',
      'caller: Where is it?',
      'agent: In Ulm.',
      'caller: And before?',
      'agent: Berlin.',
    ]);
    const [asked, ...more] = call.responder.requests;
    expect(more).toEqual([]);
    expect(asked).toMatchObject({ turn: 3, cause: 'answer', variables: { city: 'Ulm' } });
    expect(asked?.turns.map(({ speaker }) => speaker)).toEqual([
      'agent',
      'caller',
      'tool',
      'agent',
      'caller',
    ]);
    // The answers are counted on, and only what was taken over says so.
    expect(call.of('agent-turn').map(({ turn, isReplayed }) => [turn, isReplayed])).toEqual([
      [1, true],
      [2, true],
      [3, undefined],
    ]);
    expect(call.of('tool-end')).toMatchObject([{ turn: 2, isReplayed: true }]);
    expect(call.of('user-turn').map(({ isReplayed }) => isReplayed)).toEqual([true, undefined]);
    call.session.hangUp('user_hangup');
    expect((await call.session.ended).collected).toEqual({ city: 'Ulm' });
  });

  it('a call that is over answers at once', async () => {
    const call = written({ replies: ['Yes?'] });
    call.session.hangUp('user_hangup');
    await call.session.ended;
    await call.session.say('Hello?');
    expect(call.events.map(({ type }) => type)).toEqual(['call-end']);
  });

  it('FUNC-23: the agent ends it by its saved function, after its last words', async () => {
    const functions = buildFunctions([{ type: 'end_call', id: 'e', name: 'end_call', description: '' }], {
      fetch,
      calBaseUrl: '',
    });
    const call = written({ functions, replies: [calling('end_call', '{}')] });
    await call.session.say('Bye');
    expect(await call.session.ended).toMatchObject({ reason: 'agent_hangup' });
    const names = call.events.map(({ type }) => type);
    expect(names.slice(names.indexOf('tool-start'))).toEqual([
      'tool-start',
      'tool-end',
      'agent-turn',
      'call-end',
    ]);
  });

  it('a responder that is gone ends it with the reason that it gives', async () => {
    const call = written({
      replies: [
        () => {
          throw new ResponderFailure('error_llm_websocket_open', 'The socket could not be opened.');
        },
      ],
    });
    await call.session.say('Hello');
    expect(await call.session.ended).toMatchObject({ reason: 'error_llm_websocket_open' });
  });

  it('emits what a responder asks of the call besides text', async () => {
    const call = written({
      replies: [
        [text('One moment.'), { type: 'press', digits: '1x2' }, { type: 'transfer', number: '+14155550100' }],
        [{ type: 'end-call' }],
      ],
    });
    await call.session.say('Hello');
    expect(call.of('keypad-press')[0]).toMatchObject({ digits: '12', from: 'agent' });
    expect(call.of('transfer')[0]).toMatchObject({
      isDone: false,
      reason: expect.stringContaining('nothing carries'),
    });
    await call.session.say('Bye');
    expect((await call.session.ended).reason).toBe('agent_hangup');
    // What was asked and not done, the next answer is told.
    expect(call.responder.requests[1]?.turns).toContainEqual(
      expect.objectContaining({ speaker: 'tool', result: expect.stringContaining('was not transferred') }),
    );
  });
});

describe('functions in a call', () => {
  it('the model gets the result, the log and the next answers too', async () => {
    const answers: FunctionAnswer[] = [];
    const call = written({
      functions: [made({ variables: { order: '7' } })],
      replies: [calling('look_up', '{"id":7}', 1, answers)],
      variables: { shop: 'Berlin' },
    });
    await call.session.say('Where is it?');
    await call.session.say('Thanks');
    expect(answers).toEqual([{ isOk: true, result: 'found', isLast: false }]);
    expect(call.of('tool-end')[0]).toMatchObject({ turn: 1, toolId: 't0', name: 'look_up', isOk: true });
    expect(call.of('variables-set')[0]?.values).toEqual({ order: '7' });
    const [, second] = call.responder.requests;
    expect(second?.variables).toMatchObject({ shop: 'Berlin', order: '7' });
    expect(second?.turns.map((turn) => turn.speaker)).toEqual(['caller', 'tool', 'agent', 'caller']);
    call.session.hangUp('user_hangup');
    expect((await call.session.ended).collected).toEqual({ order: '7' });
  });

  it.each([
    ['nothing', '{}', 'There is no function "nothing". Functions: look_up.'],
    ['look_up', '{"id"', 'not a JSON object'],
    ['look_up', '{}', 'id is required'],
  ])('ATK-139: %s(%s) is refused in words that the model can repair', async (name, input, words) => {
    const answers: FunctionAnswer[] = [];
    const call = written({ functions: [made({})], replies: [calling(name, input, 1, answers)] });
    await call.session.say('Go');
    expect(answers[0]).toMatchObject({ isOk: false, isLast: false, result: expect.stringContaining(words) });
    expect(call.of('tool-end')[0]).toMatchObject({ isOk: false });
  });

  it('ATK-139: the same call runs twice, and an answer ends after twenty', async () => {
    let runs = 0;
    const answers: FunctionAnswer[] = [];
    const counted = made(
      {},
      {
        run: async () => {
          runs += 1;
          return { isOk: true, result: 'again' };
        },
      },
    );
    const call = written({
      functions: [counted],
      replies: [calling('look_up', '{"id":"1"}', 1000, answers)],
    });
    await call.session.say('Go');
    expect([runs, answers.length]).toEqual([2, 21]);
    expect(answers[2]).toMatchObject({ isOk: false, result: expect.stringContaining('LIMIT_TOOL_CALLS') });
    expect(answers.at(-1)).toMatchObject({ isLast: true });
    expect(call.of('call-error')[0]).toMatchObject({ code: 'LIMIT_TOOL_CALLS', turn: 1 });
  });

  it('a function that says nothing afterwards ends the answer, one that throws does not', async () => {
    const silent: FunctionAnswer[] = [];
    const first = written({
      functions: [made({}, { speaksAfter: false })],
      replies: [calling('look_up', '{"id":"1"}', 1, silent)],
    });
    await first.session.say('Go');
    expect(first.transcript().at(-1)).toBe('agent: Let me see.');
    const thrown: FunctionAnswer[] = [];
    const second = written({
      functions: [
        made(
          {},
          {
            run: () => Promise.reject(new Error('broken')),
          },
        ),
      ],
      replies: [calling('look_up', '{"id":"1"}', 1, thrown)],
    });
    await second.session.say('Go');
    expect(thrown[0]).toEqual({ isOk: false, result: 'The function failed: broken', isLast: false });
  });

  const transferring: CallAction = {
    type: 'transfer',
    number: '+14155550100',
    kind: 'cold',
    displayedNumber: 'agent',
  };

  it('a transfer without a carrier is reported as it is', async () => {
    const answers: FunctionAnswer[] = [];
    const call = written({
      functions: [made({ action: transferring }, { speaksAfter: false })],
      replies: [calling('look_up', '{"id":"1"}', 1, answers)],
    });
    await call.session.say('A person, please');
    expect(answers[0]).toMatchObject({
      isOk: false,
      isLast: false,
      result: expect.stringContaining('not transferred'),
    });
    expect(call.of('transfer')[0]).toMatchObject({ number: '+14155550100', kind: 'cold', isDone: false });
    expect(call.transcript().at(-1)).toBe('agent: Let me see. That is it.');
  });

  it('a carrier connects the caller once the words before it were heard', async () => {
    const call = new TestCall({
      functions: [made({ action: transferring }, { speaksAfter: false })],
      replies: [calling('look_up', '{"id":"1"}')],
    });
    const transfers: number[] = [];
    Object.assign(call.line, {
      transfer: async () => {
        transfers.push(call.clock.now());
      },
    });
    await call.clock.advance(0);
    call.session.say('A person, please').catch(() => undefined);
    await call.awaits('call-end');
    expect(call.of('call-end')[0]?.reason).toBe('call_transfer');
    expect(transfers[0]).toBeGreaterThanOrEqual(750);
    expect(call.of('transfer')[0]).toMatchObject({ isDone: true });
  });

  it.each([
    ['relaxing_sound', true],
    ['none', false],
  ] as const)(
    'a caller who waits in a warm transfer hears %s until it is over',
    async (holdSound, isHeard) => {
      const call = new TestCall({
        config: { transferRingMs: 12_000 },
        functions: [made({ action: { ...transferring, kind: 'warm', holdSound } }, { speaksAfter: false })],
        replies: [calling('look_up', '{"id":"1"}')],
      });
      const asked: object[] = [];
      let whileHeld = 0;
      let played = 0;
      const loudFrames = () => played;
      const play = call.line.play.bind(call.line);
      call.line.play = (frame) => {
        if (loudness(frame.samples) > 300) played += 1;
        play(frame);
      };
      Object.assign(call.line, {
        transfer: async (target: object) => {
          asked.push(target);
          const before = loudFrames();
          await call.clock.sleep(4000);
          whileHeld = loudFrames() - before;
          throw new Error('nobody answered there');
        },
      });
      await call.clock.advance(0);
      call.session.say('A person, please').catch(() => undefined);
      await call.awaits('agent-turn');
      expect(asked).toMatchObject([{ kind: 'warm', ringMs: 12_000 }]);
      if (isHeard) expect(whileHeld).toBeGreaterThan(100);
      else expect(whileHeld).toBeLessThan(10);
      const after = loudFrames();
      await call.clock.advance(3000);
      expect(loudFrames() - after).toBeLessThan(10);
    },
  );

  it.each([
    ['a summary by the agent’s model', {}, 'A man asks for his order.', 'A man asks for his order.'],
    ['its message', { message: 'A customer waits.' }, 'Never said.', 'A customer waits.'],
    ['a sentence, where the model has none', {}, '', 'Ein Anruf wird zu Ihnen durchgestellt.'],
  ] as const)(
    'the person who takes over hears %s, in the agent’s voice, and the caller does not',
    async (_, handoff, summary, said) => {
      const call = new TestCall({
        config: { language: 'de-DE' },
        functions: [made({ action: { ...transferring, kind: 'warm', handoff } }, { speaksAfter: false })],
        replies: [calling('look_up', '{"id":"1"}'), [text(summary)]],
      });
      const asked: TransferTarget[] = [];
      Object.assign(call.line, {
        playsHandoff: true,
        transfer: async (target: TransferTarget) => void asked.push(target),
      });
      await call.clock.advance(0);
      call.session.say('A person, please').catch(() => undefined);
      await call.awaits('call-end');
      expect(asked[0]?.handoff).toMatchObject({ text: said, language: 'de-DE' });
      expect(asked[0]?.handoff?.sound?.samples.length).toBeGreaterThan(1000);
      expect(call.transcript().join()).not.toContain(said);
    },
  );

  it('keys are pressed after the words and the delay, as tones where no carrier presses them', async () => {
    const press: CallAction = { type: 'press', digits: '12', delayMs: 1000 };
    const call = new TestCall({
      functions: [made({ action: press }, { speaksAfter: false })],
      replies: [calling('look_up', '{"id":"1"}')],
    });
    await call.clock.advance(0);
    call.session.say('Press it').catch(() => undefined);
    await call.awaits('keypad-press');
    expect(call.of('keypad-press')[0]).toMatchObject({ digits: '12', from: 'agent' });
    // Three words of 250 ms, then the delay.
    expect(call.of('keypad-press')[0]?.at).toBeGreaterThanOrEqual(1750);
    await call.awaits('agent-turn');
    expect(
      (call.of('agent-turn')[0]?.at ?? 0) - (call.of('keypad-press')[0]?.at ?? 0),
    ).toBeGreaterThanOrEqual(380);
  });

  const slow = (call: () => TestCall, ms: number, changes: Partial<CallFunction> = {}) =>
    made(
      {},
      {
        speakDuring: 'Still looking.',
        run: async () => {
          await call().clock.sleep(ms);
          return { isOk: true, result: 'late' };
        },
        ...changes,
      },
    );

  it.each([
    [1900, 'Let me see. That is it.'],
    [2600, 'Let me see. Still looking. That is it.'],
    [9000, 'Let me see. Still looking. That is it.'],
  ])('SP-75: a function of %i ms is bridged only over two seconds, and once', async (ms, said) => {
    const call: TestCall = new TestCall({
      functions: [slow(() => call, ms)],
      replies: [calling('look_up', '{"id":"1"}')],
    });
    await call.clock.advance(0);
    call.session.say('Go').catch(() => undefined);
    await call.awaits('agent-turn');
    expect(call.transcript().at(-1)).toBe(`agent: ${said}`);
    expect(call.of('tool-end')[0]?.ms).toBe(ms);
  });

  it('a caller who breaks in does not stop a running function; its late result is known to the next answer', async () => {
    const call: TestCall = new TestCall({
      functions: [slow(() => call, 5000, { speakDuring: '' })],
      replies: [calling('look_up', '{"id":"1"}'), 'Sure.', 'It is there.'],
    });
    await call.clock.advance(0);
    call.session.say('Look it up').catch(() => undefined);
    await call.clock.advance(3000);
    call.session.say('One more thing').catch(() => undefined);
    await call.awaits('tool-end');
    expect(call.of('tool-end')[0]).toMatchObject({ turn: 1, isOk: true, result: 'late' });
    call.session.say('And?').catch(() => undefined);
    await call.awaits('agent-turn', 3);
    expect(call.responder.requests[2]?.turns).toContainEqual(
      expect.objectContaining({ speaker: 'tool', result: 'late' }),
    );
    expect(call.responder.requests[0]?.signal.aborted).toBe(true);
  });

  it('an end-call waits until the farewell is heard', async () => {
    const call = new TestCall({
      functions: [made({ action: { type: 'end-call' } }, { speaksAfter: false })],
      replies: [calling('look_up', '{"id":"1"}')],
    });
    await call.clock.advance(0);
    call.session.say('Bye').catch(() => undefined);
    await call.awaits('call-end');
    expect(call.of('call-end')[0]).toMatchObject({ reason: 'agent_hangup' });
    expect(call.of('call-end')[0]?.durationMs).toBeGreaterThanOrEqual(750);
    expect(call.transcript().at(-1)).toBe('agent: Let me see.');
  });
});
