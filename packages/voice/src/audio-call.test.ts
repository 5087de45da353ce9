import { describe, expect, it } from 'vitest';
import { loudness } from './audio/loudness.ts';
import { TestCall } from './testing/test-call.ts';
import { tone } from './testing/tone.ts';
import { ToneSynthesizer } from './testing/tone-synthesizer.ts';
import { wordsOf } from './turns/phrases.ts';

const long =
  'One two three four five six seven eight. Nine ten eleven twelve thirteen fourteen fifteen sixteen.';

/** Stretches of sound in a recorded channel, in ms; a pause below 100 ms does not end one. */
function stretches(frames: readonly Int16Array[]): [number, number][] {
  const found: [number, number][] = [];
  frames.forEach((frame, index) => {
    if (loudness(frame) < 300) return;
    const last = found.at(-1);
    if (last && index * 20 - last[1] < 100) last[1] = (index + 1) * 20;
    else found.push([index * 20, (index + 1) * 20]);
  });
  return found;
}

describe('a line that is noisy from its first frame', () => {
  const noise = (ms: number) =>
    Int16Array.from({ length: 16 * ms }, (_, index) => Math.round(1500 * Math.sin(index * index * 0.37)));

  it.each([1, 0.5, 0])('is greeted within 400 ms (responsiveness %d)', async (responsiveness) => {
    const call = new TestCall({
      config: { beginMode: 'defined', beginMessage: 'Hello, how can I help?', responsiveness },
      synthesizers: (clock) => [new ToneSynthesizer({ clock, firstAudioMs: 150 })],
      hears: [''],
      recognizer: { finalMs: 900 },
    });
    call.line.speak(noise(8000));
    await call.awaits('agent-turn');
    expect(call.of('agent-speech-start')[0]?.at).toBeLessThanOrEqual(400);
    expect(call.of('agent-interrupted')).toEqual([]);
  });
});

describe('an audio call', () => {
  it('is recorded on one clock: the gap in the recording is the gap in the log', async () => {
    const call = new TestCall({
      config: { beginMode: 'defined', beginMessage: 'Hello, how can I help?', responsiveness: 0.52 },
      hears: ['what time is it', 'and where are you'],
      replies: ['It is nine.', 'We are in Berlin.'],
      responder: { firstMs: 180, partMs: 15 },
      synthesizers: (clock) => [new ToneSynthesizer({ clock, firstAudioMs: 90 })],
    });
    await call.awaits('agent-turn');
    await call.clock.advance(400);
    call.line.speak(tone(900));
    await call.awaits('agent-turn', 2);
    await call.clock.advance(300);
    call.line.speak(tone(1100));
    await call.awaits('agent-turn', 3);
    await call.clock.advance(300);
    call.line.hangUp();
    await call.session.ended;
    expect(call.caller.length).toBe(call.agent.length);
    const caller = stretches(call.caller);
    const agent = stretches(call.agent);
    expect([caller.length, agent.length]).toEqual([2, 3]);
    for (const turn of [0, 1]) {
      const gap = (agent[turn + 1]?.[0] ?? 0) - (caller[turn]?.[1] ?? 0);
      const measuredMs = call.of('agent-turn')[turn + 1]?.times.e2eMs ?? 0;
      expect(measuredMs).toBeGreaterThan(800);
      expect(Math.abs(gap - measuredMs)).toBeLessThanOrEqual(40);
    }
    const { endpointMs = 0, sttMs = 0, llmMs = 0, ttsMs = 0, e2eMs } = call.of('agent-turn')[1]?.times ?? {};
    expect(endpointMs + sttMs + llmMs + ttsMs).toBe(e2eMs);
    expect(call.transcript()).toEqual([
      'agent: Hello, how can I help?',
      'caller: what time is it',
      'agent: It is nine.',
      'caller: and where are you',
      'agent: We are in Berlin.',
    ]);
  });

  it('gives the recognizer the 300 ms before the voice was detected', async () => {
    const call = new TestCall({ hears: ['hello there'], replies: ['Hi.'] });
    await call.clock.advance(1000);
    call.line.speak(tone(600));
    await call.awaits('user-turn');
    const heardMs = (call.recognizer.lengths[0] ?? 0) / 16;
    // Pre-roll, voice, and the silence that ended it.
    expect(heardMs).toBeGreaterThanOrEqual(300 + 600 + 280);
    expect(heardMs).toBeLessThanOrEqual(400 + 600 + 340);
  });

  it('cuts the agent to the word when the caller breaks in, and stops the line at once', async () => {
    const call = new TestCall({
      config: { interruptionSensitivity: 1, beginMode: 'defined', beginMessage: `Zero. ${long}` },
      hears: ['I take the first'],
      replies: ['Good.'],
    });
    await call.clock.advance(3600);
    call.line.speak(tone(700));
    await call.awaits('agent-interrupted');
    const [{ stopMs } = { stopMs: 0 }] = call.of('agent-interrupted');
    expect(stopMs).toBeGreaterThanOrEqual(120);
    expect(stopMs).toBeLessThanOrEqual(160);
    await call.awaits('agent-turn', 2);
    call.line.hangUp();
    await call.session.ended;
    const [cut] = call.of('agent-turn');
    expect(`${cut?.text} ${cut?.unsaid}`).toBe(`Zero. ${long}`);
    // 250 ms a word, and the line stopped within a frame of the clear.
    const [first = [0, 0]] = stretches(call.agent);
    const soundMs = first[1] - first[0];
    const words = wordsOf(cut?.text ?? '').length;
    expect(words).toBe(Math.floor(soundMs / 250));
    expect(words).toBeGreaterThan(10);
    const onset = stretches(call.caller)[0]?.[0] ?? 0;
    expect(first[1] - onset).toBeLessThanOrEqual(stopMs + 40);
    expect(call.responder.requests[0]?.turns).toEqual([
      { speaker: 'agent', text: cut?.text, isInterrupted: true },
      { speaker: 'caller', text: 'I take the first' },
    ]);
  });

  it('goes on from the cut after a cough, and says every word once', async () => {
    const call = new TestCall({
      config: { interruptionSensitivity: 1, beginMode: 'defined', beginMessage: long },
      hears: [''],
    });
    await call.clock.advance(3500);
    call.line.speak(tone(300));
    await call.awaits('agent-turn');
    expect(call.of('agent-interrupted')).toHaveLength(1);
    expect(call.of('agent-turn')[0]).toMatchObject({ turn: 1, text: long });
    expect(call.of('agent-turn')[0]?.unsaid).toBeUndefined();
    const asked = call.synthesizers[0]?.asked.map(({ text }) => text) ?? [];
    expect(asked.at(-1)?.endsWith('fifteen sixteen.')).toBe(true);
    expect(long.endsWith(asked.at(-1) ?? '-')).toBe(true);
    expect(call.of('agent-speech-start')).toHaveLength(2);
  });

  it('falls silent within 40 ms of the time that a voice needs to interrupt, though no word is known yet', async () => {
    const call = new TestCall({
      config: { interruptionSensitivity: 0.8, beginMode: 'defined', beginMessage: `Zero. ${long}` },
      hears: ['I take the first'],
      replies: ['Good.'],
    });
    await call.clock.advance(3600);
    call.line.speak(tone(900));
    await call.awaits('agent-turn', 2);
    const [{ stopMs } = { stopMs: 0 }] = call.of('agent-interrupted');
    expect(stopMs).toBeGreaterThanOrEqual(276);
    expect(stopMs).toBeLessThanOrEqual(316);
    const [first = [0, 0]] = stretches(call.agent);
    const onset = stretches(call.caller)[0]?.[0] ?? 0;
    expect(first[1] - onset).toBeLessThanOrEqual(316);
  });

  it('goes on after an "mm-hm" that was known too late, and says every word once', async () => {
    const call = new TestCall({
      config: { interruptionSensitivity: 0.8, beginMode: 'defined', beginMessage: `${long} ${long}` },
      hears: ['mm-hm'],
    });
    await call.clock.advance(3500);
    call.line.speak(tone(400));
    await call.awaits('agent-turn');
    expect(call.of('agent-interrupted')).toEqual([]);
    expect(call.transcript()).toEqual([`agent: ${long} ${long}`]);
    // Silent for the rest of the sound, its pause, and the first sound of what is left.
    const [first = [0, 0], second = [0, 0]] = stretches(call.agent);
    expect(second[0] - first[1]).toBeLessThanOrEqual(600);
  });

  it('lets nobody break in whom the slider forbids it, and answers after', async () => {
    const call = new TestCall({
      config: { interruptionSensitivity: 0, beginMode: 'defined', beginMessage: long },
      hears: ['stop it please'],
      replies: ['As you like.'],
    });
    await call.clock.advance(3500);
    call.line.speak(tone(900));
    await call.awaits('agent-turn', 2);
    expect(call.of('agent-interrupted')).toEqual([]);
    expect(call.transcript()).toEqual([`agent: ${long}`, 'caller: stop it please', 'agent: As you like.']);
  });

  it('"uh-huh" leaves the agent speaking', async () => {
    const call = new TestCall({
      config: { interruptionSensitivity: 0.8, beginMode: 'defined', beginMessage: `${long} ${long}` },
      hears: ['uh-huh'],
      recognizer: { interimWordMs: 150 },
    });
    await call.clock.advance(3200);
    call.line.speak(tone(500));
    await call.awaits('agent-turn');
    expect(call.transcript()).toEqual([`agent: ${long} ${long}`]);
    expect(call.of('agent-interrupted')).toEqual([]);
    expect(call.of('agent-speech-start')).toHaveLength(1);
  });

  it('speaks sentence by sentence, one ahead, and at most 100 ms ahead of playback', async () => {
    const call = new TestCall({
      config: { beginMode: 'defined', beginMessage: 'One two three four. Five six seven. Eight nine. Ten.' },
    });
    const asked = () => call.synthesizers[0]?.asked.length;
    await call.clock.advance(100);
    expect(asked()).toBe(2);
    await call.clock.advance(1000);
    expect(asked()).toBe(3);
    expect(call.synthesizers[0]?.alive).toBe(0);
    call.line.clear();
    expect(call.line.playedMs()).toBeGreaterThanOrEqual(1080);
  });

  it('SP-58: asks for a speed of 0.5 to 2, whatever is stored', async () => {
    for (const [voiceSpeed, speed] of [
      [0, 0.5],
      [1.3, 1.3],
      [9, 2],
    ] as const) {
      const call = new TestCall({ config: { voiceSpeed, beginMode: 'defined', beginMessage: 'Hello.' } });
      await call.awaits('agent-turn');
      expect(call.synthesizers[0]?.asked[0]?.speed).toBe(speed);
    }
  });

  it('SP-58: the volume is heard on the line', async () => {
    const call = new TestCall({
      config: { volume: 0.5, beginMode: 'defined', beginMessage: 'Hello there.' },
    });
    await call.awaits('agent-turn');
    call.session.hangUp('agent_hangup');
    await call.session.ended;
    expect(Math.max(...call.agent.map(loudness))).toBeCloseTo(3000 / Math.SQRT2, -2);
  });

  it('typed words are answered aloud, and the promise waits for it', async () => {
    const call = new TestCall({ replies: ['Spoken answer.'] });
    await call.clock.advance(100);
    let isAnswered = false;
    const noteAnswer = () => {
      isAnswered = true;
    };
    call.session.say('Hello').then(noteAnswer, noteAnswer);
    await call.awaits('agent-speech-start');
    expect(isAnswered).toBe(false);
    await call.awaits('agent-turn');
    await call.clock.advance(0);
    expect(isAnswered).toBe(true);
    expect(call.of('user-turn')[0]).toMatchObject({ text: 'Hello', isTyped: true });
  });

  it('mixes the sound of a place behind the voice, all the time', async () => {
    const call = new TestCall({ hears: ['hi'], replies: ['Hello you.'] });
    const line = new TestCall({
      hears: ['hi there'],
      replies: ['Hello you.'],
      parts: {
        audio: {
          transport: call.line,
          recognizer: call.recognizer,
          synthesizers: call.synthesizers,
          ambience: (samples) => new Int16Array(samples).fill(200),
          record: (_, agent) => call.agent.push(agent.slice()),
        },
        clock: call.clock,
      },
    });
    await call.clock.advance(2000);
    line.session.hangUp('agent_hangup');
    await line.session.ended;
    expect(call.agent.filter((frame) => frame[0] === 200).length).toBeGreaterThan(80);
  });
});

describe('what breaks', () => {
  it('SP-80: a voice that fails is replaced for the rest of the call', async () => {
    const call = new TestCall({
      config: { beginMode: 'defined', beginMessage: 'Hello there. How are you?' },
      synthesizers: () => [
        new ToneSynthesizer({ label: 'first', fails: true }),
        new ToneSynthesizer({ label: 'second' }),
      ],
    });
    await call.awaits('agent-turn');
    expect(call.of('voice-fallback')).toEqual([
      expect.objectContaining({ from: 'first', to: 'second', reason: 'The voice is out of order.' }),
    ]);
    expect(call.synthesizers.map(({ asked }) => asked.length)).toEqual([1, 2]);
    expect(call.transcript()).toEqual(['agent: Hello there. How are you?']);
  });

  it('a voice without a sound after 2.5 s is replaced too', async () => {
    const call = new TestCall({
      config: { beginMode: 'defined', beginMessage: 'Hello there.' },
      synthesizers: (clock) => [
        new ToneSynthesizer({ label: 'slow', clock, firstAudioMs: 60_000 }),
        new ToneSynthesizer({ label: 'quick' }),
      ],
    });
    await call.awaits('agent-speech-start');
    expect(call.of('voice-fallback')[0]).toMatchObject({ at: 2500, from: 'slow', to: 'quick' });
    expect(call.synthesizers[0]?.alive).toBe(0);
  });

  it('a voice that breaks off is followed from about where it stopped', async () => {
    const call = new TestCall({
      config: { beginMode: 'defined', beginMessage: 'one two three four five six seven eight nine ten' },
      synthesizers: () => [
        new ToneSynthesizer({ wordMs: 350, fails: 14 }),
        new ToneSynthesizer({ label: 'second' }),
      ],
    });
    await call.awaits('agent-turn');
    expect(call.synthesizers[1]?.asked.map(({ text }) => text)).toEqual(['five six seven eight nine ten']);
  });

  it('words that no voice could say are reported as unsaid', async () => {
    const call = new TestCall({
      config: { beginMode: 'defined', beginMessage: 'Hello there.' },
      synthesizers: () => [new ToneSynthesizer({ fails: true })],
    });
    await call.awaits('agent-turn');
    expect(call.of('call-error')[0]).toMatchObject({ code: 'PROVIDER_UNAVAILABLE', turn: 1 });
    expect(call.of('agent-turn')[0]).toMatchObject({ text: '', unsaid: 'Hello there.' });
  });

  it('a recognizer that disconnects is reopened once and loses no turn', async () => {
    const call = new TestCall({ hears: ['hello there'], replies: ['Hi.'], recognizer: { failsToFinish: 1 } });
    await call.clock.advance(500);
    call.line.speak(tone(600));
    await call.awaits('agent-turn');
    expect(call.of('call-error')).toHaveLength(1);
    expect(call.recognizer.requests).toHaveLength(2);
    expect(call.transcript()).toEqual(['caller: hello there', 'agent: Hi.']);
    expect((call.recognizer.lengths[0] ?? 0) / 16).toBeGreaterThan(1100);
  });

  it('a recognizer that fails twice ends the call', async () => {
    const call = new TestCall({ recognizer: { failsToOpen: 2 } });
    await call.awaits('call-end');
    expect(call.of('call-end')[0]).toMatchObject({ reason: 'error_asr' });
    expect(call.of('call-error').length).toBeGreaterThan(0);
    expect(call.line.isClosed).toBe(true);
  });

  it('a responder that fails costs one answer', async () => {
    const call = new TestCall({
      hears: ['hello', 'hello again'],
      replies: [
        () => {
          throw new Error('The model is tired.');
        },
        'Here I am.',
      ],
    });
    await call.clock.advance(200);
    call.line.speak(tone(600));
    await call.awaits('agent-turn');
    await call.clock.advance(500);
    call.line.speak(tone(600));
    await call.awaits('agent-turn', 2);
    expect(call.of('call-error')[0]).toMatchObject({ message: 'The model is tired.', turn: 1 });
    expect(call.transcript().at(-1)).toBe('agent: Here I am.');
  });

  it('the receiver of the events may fail: the call ends, the process survives', async () => {
    const call = new TestCall({
      config: { beginMode: 'dynamic' },
      replies: ['Hi.'],
      parts: {
        emit: () => {
          throw new Error('The disk is full.');
        },
      },
    });
    await call.clock.advance(100);
    expect(await call.session.ended).toMatchObject({ reason: 'error_unknown' });
    expect(call.line.isClosed).toBe(true);
  });

  it('a line on which nothing ever comes ends the call', async () => {
    const call = new TestCall();
    call.line.hangUp = () => {};
    const silent = new TestCall({
      parts: {
        clock: call.clock,
        audio: {
          transport: {
            ...call.line,
            incoming: { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) },
            play() {},
            clear() {},
            playedMs: () => 0,
            close: async () => {},
          },
          recognizer: call.recognizer,
          synthesizers: call.synthesizers,
        },
      },
    });
    await call.clock.advance(30_000);
    expect(await silent.session.ended).toMatchObject({
      reason: 'error_no_audio_received',
      durationMs: 30_000,
    });
  });
});

it('when a call is over nothing of it is left: no timer, no voice, no reply, an open line', async () => {
  const call = new TestCall({
    config: { interruptionSensitivity: 1, beginMode: 'dynamic', reminderMaxCount: 3 },
    replies: [long, long, long],
    responder: { partMs: 100 },
    hears: ['what'],
  });
  await call.clock.advance(1500);
  call.session.hangUp('user_hangup');
  const outcome = await call.session.ended;
  expect(outcome.reason).toBe('user_hangup');
  await call.clock.advance(0);
  expect([
    call.responder.alive,
    call.synthesizers[0]?.alive,
    call.responder.isClosed,
    call.line.isClosed,
  ]).toEqual([0, 0, true, true]);
  const measuredMs = call.events.length;
  await call.clock.advance(60_000);
  expect(call.events.length).toBe(measuredMs);
  expect(call.clock.pending).toBe(0);
});
