import { describe, expect, it } from 'vitest';
import { loudness } from './audio/loudness.ts';
import { TestCall } from './testing/test-call.ts';
import { tone } from './testing/tone.ts';
import { ToneSynthesizer } from './testing/tone-synthesizer.ts';
import { wordsOf } from './turns/phrases.ts';

/** Where sound is in a recorded channel, in ms. */
const soundingMs = (frames: readonly Int16Array[]) =>
  frames.flatMap((frame, index) => (loudness(frame) > 300 ? [index * 20] : []));

describe('a line that stalls', () => {
  it.each([
    [350, false],
    [1600, false],
    [350, true],
    [1600, true],
    [5000, true],
  ])(
    'for %i ms loses no word: the recognizer and the recording get every frame (numbered: %s)',
    async (ms, isNumbered) => {
      const hears = ['one two three four', 'five'];
      const call = new TestCall({ isNumbered, hears, replies: ['Good.', 'Fine.'] });
      await call.clock.advance(1000);
      call.line.speak(tone(2000));
      await call.clock.advance(800);
      call.line.stall();
      await call.clock.advance(ms);
      call.line.release();
      await call.awaits('agent-turn');
      call.line.speak(tone(600));
      await call.awaits('user-turn', 2);
      const spokenAt = call.of('user-speech-start')[1]?.at ?? 0;
      call.line.hangUp();
      await call.session.ended;
      expect(call.transcript().slice(0, 3)).toEqual([
        'caller: one two three four',
        'agent: Good.',
        'caller: five',
      ]);
      expect((call.recognizer.lengths[0] ?? 0) / 16).toBeGreaterThanOrEqual(300 + 2000);
      const sounds = soundingMs(call.caller);
      expect(sounds.filter((at) => at < 3100)).toEqual(
        Array.from({ length: 100 }, (_, index) => 1000 + index * 20),
      );
      // Nothing after it has moved.
      expect(Math.abs((sounds.find((at) => at >= 3100) ?? 0) - (spokenAt - 120))).toBeLessThanOrEqual(40);
    },
  );

  it('ends no turn while its sound is still coming in', async () => {
    const call = new TestCall({ hears: ['one and two'], replies: ['Good.'] });
    await call.clock.advance(1000);
    const voice = new Int16Array(16 * 2100);
    voice.set(tone(600));
    voice.set(tone(600), 16 * 800);
    voice.set(tone(500), 16 * 1600);
    call.line.speak(voice);
    await call.clock.advance(500);
    call.line.stall();
    await call.clock.advance(1500);
    call.line.release();
    await call.awaits('agent-turn');
    expect(call.of('user-turn').map(({ text }) => text)).toEqual(['one and two']);
  });
});

describe('a line whose frames have numbers', () => {
  const spoken = async (trouble: (call: TestCall) => void, resumes: (call: TestCall) => void = () => {}) => {
    const call = new TestCall({ isNumbered: true, hears: ['one two', 'three'], replies: ['Good.'] });
    await call.clock.advance(1000);
    call.line.speak(tone(1000));
    await call.clock.advance(400);
    trouble(call);
    await call.clock.advance(800);
    resumes(call);
    await call.clock.advance(1000);
    call.line.hangUp();
    await call.session.ended;
    return { call, sounds: soundingMs(call.caller) };
  };
  const all = (from: number, to: number) =>
    Array.from({ length: (to - from) / 20 }, (_, index) => from + index * 20);

  it('keeps the places of what follows lost ones', async () => {
    const { sounds } = await spoken(({ line }) => line.lose(10));
    expect(sounds).toEqual([...all(1000, 1400), ...all(1600, 2000)]);
  });

  it('counts them for the log of the call, before its end', async () => {
    const { call } = await spoken(({ line }) => line.lose(10));
    const types = call.events.map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['line-quality', 'call-end']);
    const [{ caller, agent } = {}] = call.of('line-quality');
    expect(caller).toMatchObject({ lost: 10, late: 0, jitterMs: 0 });
    expect(caller?.received).toBeGreaterThan(100);
    // Nobody there reports.
    expect(agent).toBeUndefined();
  });

  it('brings them into their order', async () => {
    const { call, sounds } = await spoken(({ line }) => line.swap());
    expect(sounds).toEqual(all(1000, 2000));
    expect((call.recognizer.lengths[0] ?? 0) / 16).toBeGreaterThanOrEqual(300 + 1000);
  });

  it('moves nothing when silence is not sent in the middle of a stall', async () => {
    const { sounds } = await spoken(
      ({ line }) => {
        line.fallSilent({ isSaid: false });
        line.stall();
      },
      ({ line }) => {
        line.sendAgain();
        line.speak(tone(200));
        line.release();
      },
    );
    // What was queued to be said while nothing was sent is said after it.
    expect(sounds.slice(0, 20)).toEqual(all(1000, 1400));
    expect(sounds.filter((at) => at > 1400 && at < 2200)).toEqual([]);
    expect(sounds.find((at) => at >= 1400)).toBe(2200);
  });
});

describe('a line that carries nothing any more', () => {
  const muted = (isSaid: boolean, config = {}) => {
    const call = new TestCall({
      hears: ['I would like'],
      replies: ['Yes, please?', 'Of course.'],
      config: { endCallAfterSilenceMs: 10_000, ...config },
    });
    return {
      call,
      async inMidWord() {
        await call.clock.advance(1000);
        call.line.speak(tone(3000));
        await call.clock.advance(800);
        call.line.fallSilent({ isSaid });
      },
    };
  };

  it('because it was muted in mid-word ends the turn as silence does', async () => {
    const { call, inMidWord } = muted(true);
    await inMidWord();
    await call.clock.advance(500);
    expect(call.of('user-turn').map(({ text }) => text)).toEqual(['I would like']);
    await call.awaits('agent-turn');
    expect(call.of('agent-turn')[0]?.text).toBe('Yes, please?');
  });

  it('and does not say so ends the turn a little later', async () => {
    const { call, inMidWord } = muted(false);
    await inMidWord();
    await call.clock.advance(1500);
    expect(call.of('user-turn')).toEqual([]);
    await call.awaits('agent-turn');
    expect(call.of('agent-turn')[0]?.at).toBeLessThan(1800 + 2000 + 2000);
  });

  it.each([true, false])('still takes typed words (said: %s)', async (isSaid) => {
    const { call, inMidWord } = muted(isSaid);
    await inMidWord();
    const said = call.session.say('Two tickets.');
    await call.clock.advance(6000);
    await said;
    expect(call.transcript().join('\n')).toContain('Two tickets.');
    expect(call.of('agent-turn').length).toBeGreaterThan(0);
  });

  it.each([true, false])('is a silent caller, whom the silence limit ends (said: %s)', async (isSaid) => {
    const { call, inMidWord } = muted(isSaid);
    await inMidWord();
    await call.clock.advance(20_000);
    expect(await call.session.ended).toMatchObject({ reason: 'inactivity' });
  });

  it('hears the caller again once it does', async () => {
    const { call, inMidWord } = muted(true);
    await inMidWord();
    await call.awaits('agent-turn');
    await call.clock.advance(4000);
    call.line.sendAgain();
    const from = call.clock.now();
    call.line.speak(tone(600));
    await call.awaits('user-speech-start', 2);
    expect(call.of('user-speech-start')[1]?.at).toBeLessThan(from + 2500);
    await call.clock.advance(3000);
    expect(call.of('user-speech-end')).toHaveLength(2);
    const turn = call.of('agent-turn')[1]?.times.e2eMs ?? 0;
    expect(turn).toBeLessThan(2000);
  });

  it('from its first moment on is not a broken one when it says that it is muted', async () => {
    const call = new TestCall({ config: { endCallAfterSilenceMs: 60_000 } });
    call.line.fallSilent({ isSaid: true });
    await call.clock.advance(31_000);
    expect(call.of('call-end')).toEqual([]);
  });
});

describe('the recording of a caller who breaks in', () => {
  const cut = async (atMs: number, awayMs: number, tailMs = 0) => {
    const text = 'One two three four five six seven eight nine ten.';
    const call = new TestCall({
      awayMs,
      config: { interruptionSensitivity: 1, beginMode: 'defined', beginMessage: text },
      hears: ['wait a moment'],
      replies: ['Yes.'],
      synthesizers: (clock) => [new ToneSynthesizer({ clock, tailMs })],
    });
    await call.clock.advance(3100 + atMs);
    call.line.speak(tone(700));
    await call.awaits('user-turn');
    const [turn] = call.of('agent-turn');
    const [speech] = call.of('agent-speech-end');
    call.line.hangUp();
    await call.session.ended;
    const end = (speech?.at ?? 0) + 20;
    const soundMs = soundingMs(call.agent).filter((at) => at < end).length * 20;
    return { words: wordsOf(turn?.text ?? '').length, soundMs };
  };

  it.each([-900, -400, -250, -120, -60])(
    'holds what the transcript says was heard, %i ms around the end',
    async (at) => {
      for (const awayMs of [0, 120, 240]) {
        const { words, soundMs } = await cut(at + awayMs - 600, awayMs);
        expect(words, `${at} ${awayMs} ${soundMs}`).toBe(Math.floor((soundMs + 20) / 250));
      }
    },
  );

  it('a pause of the voice after its last word does not take that word back', async () => {
    const { words, soundMs } = await cut(-500, 100, 800);
    expect(soundMs).toBe(2500);
    expect(words).toBe(10);
  });
});
