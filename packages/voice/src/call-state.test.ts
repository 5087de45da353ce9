import { describe, expect, it } from 'vitest';
import { phaseOf } from './call-phase.ts';
import { StateRun } from './testing/state-run.ts';

const over = { type: 'answer-over', heard: 'Hello there.', unsaid: '' } as const;

/** The agent has greeted and is quiet since 2000. */
const greeted = (config = {}) =>
  new StateRun({ beginMode: 'defined', beginMessage: 'Hello there.', ...config })
    .answers(100, { type: 'first-words' })
    .answers(200, { type: 'sound-start' })
    .answers(2000, over);

/** The agent speaks since 1000, answering a question. */
const speaking = (config = {}) =>
  new StateRun(config)
    .says(100, 500, 'Hi there')
    .answers(950, { type: 'first-words' })
    .answers(1000, { type: 'sound-start' });

describe('who speaks first', () => {
  it('the agent says its message word for word', () => {
    const run = new StateRun({ beginMode: 'defined', beginMessage: 'Hello there.' });
    expect(run.effects.map(([, effect]) => effect)).toContainEqual({
      type: 'reply',
      turn: 1,
      generation: 1,
      cause: 'greeting',
      text: 'Hello there.',
    });
    expect(phaseOf(run.state)).toBe('greeting');
  });

  it('the agent finds its own words', () => {
    const reply = new StateRun({ beginMode: 'dynamic' }).effects.find(([, { type }]) => type === 'reply');
    expect(reply?.[1]).toEqual({ type: 'reply', turn: 1, generation: 1, cause: 'greeting' });
  });

  it.each([
    ['the caller begins', { beginMode: 'user' as const, beginMessageDelayMs: 1000 }],
    ['the message is empty', { beginMode: 'defined' as const, beginMessage: ' ' }],
  ])('nobody does where %s', (_, config) => {
    const run = new StateRun(config).pass(30_000);
    expect(run.names).toEqual([]);
    expect(phaseOf(run.state)).toBe('listening');
  });

  it('CALL-09: the agent waits its pause before it speaks', () => {
    const run = new StateRun({ beginMode: 'dynamic', beginMessageDelayMs: 2600 }).pass(2599);
    expect(run.count('reply')).toBe(0);
    expect(run.pass(2600).last('turn-start')).toMatchObject({ at: 2600, cause: 'greeting' });
  });

  it('a caller who speaks in the pause still gets the message, once', () => {
    const run = new StateRun({
      beginMode: 'defined',
      beginMessage: 'This call is recorded.',
      beginMessageDelayMs: 2000,
    }).says(500, 1000, 'Hello?');
    expect(run.names).toContain('user-turn');
    expect(run.effects.at(-1)?.[1]).toMatchObject({
      type: 'reply',
      cause: 'greeting',
      text: 'This call is recorded.',
    });
    expect(run.pass(9000).count('reply')).toBe(1);
  });
});

describe('noise before the greeting', () => {
  const noise = (run: StateRun, until: number) => {
    run.at(120, { type: 'voice-onset', onsetAt: 0, voicedMs: 120 });
    for (let at = 140; at <= until; at += 20) run.at(at, { type: 'voice', voicedMs: at });
    return run;
  };

  it('that is even is known as such after 300 ms, and the greeting begins', () => {
    const run = new StateRun({ beginMode: 'defined', beginMessage: 'Hello there' });
    noise(run, 280).at(300, { type: 'voice-noise' });
    expect(run.count('resume')).toBe(1);
    run.answers(320, { type: 'first-words' }).answers(340, { type: 'sound-start' });
    // The recognizer has nothing to say of it, and a caller who speaks then has a turn of its own.
    run.at(500, { type: 'final', utterance: 1, text: '' }).says(4000, 4800, 'two tickets');
    expect(run.last('user-turn')).toMatchObject({ text: 'two tickets' });
    expect(run.names.filter((name) => name === 'user-turn')).toHaveLength(1);
  });

  it('that had words after all is answered', () => {
    const run = new StateRun({ beginMode: 'user' });
    noise(run, 280).at(300, { type: 'voice-noise' });
    run.at(900, { type: 'final', utterance: 1, text: 'is anybody there' });
    expect(run.last('user-turn')).toMatchObject({ text: 'is anybody there' });
  });

  it('holds it a second and a half at most, and does not stop it again', () => {
    const run = new StateRun({
      beginMode: 'defined',
      beginMessage: 'Hello there',
      interruptionSensitivity: 1,
    });
    noise(run, 1600);
    expect(run.count('resume')).toBe(0);
    noise(run, 1700).answers(1720, { type: 'first-words' }).answers(1740, { type: 'sound-start' });
    expect(run.count('resume')).toBe(1);
    for (let at = 1760; at < 9000; at += 20) run.at(at, { type: 'voice', voicedMs: at });
    expect(run.names).not.toContain('agent-interrupted');
    run.at(9000, { type: 'interim', utterance: 1, text: 'stop' });
    expect(run.names).toContain('agent-interrupted');
  });

  it('holds one that waits its pause no longer', () => {
    const run = new StateRun({
      beginMode: 'defined',
      beginMessage: 'Hello there',
      beginMessageDelayMs: 1000,
    });
    noise(run, 1700);
    expect(run.last('turn-start')).toMatchObject({ at: 1620, cause: 'greeting' });
  });

  it('a caller whose words are heard is waited for', () => {
    const run = new StateRun({ beginMode: 'defined', beginMessage: 'Hello there' });
    run.at(120, { type: 'voice-onset', onsetAt: 0, voicedMs: 120 });
    run.at(1000, { type: 'interim', utterance: 1, text: 'my name is' });
    noise(run, 9000);
    expect(run.count('resume')).toBe(0);
  });
});

describe('the end of a turn', () => {
  it.each([
    [1, 300],
    [0.52, 732],
    [0, 1200],
  ])('with responsiveness %f the agent waits %i ms', (responsiveness, waitMs) => {
    const run = new StateRun({ responsiveness }).voice(0, 1000).pass(4000);
    expect(run.last('user-speech-end')?.at).toBe(1000 + waitMs);
  });

  it('words that finish a sentence halve the wait, and a number lengthens it', () => {
    const run = (text: string) =>
      new StateRun({ responsiveness: 0 })
        .at(120, { type: 'voice-onset', onsetAt: 0, voicedMs: 120 })
        .at(1020, { type: 'voice-pause', lastVoiceAt: 1000 })
        .at(1100, { type: 'interim', utterance: 1, text })
        .pass(5000)
        .last('user-speech-end')?.at;
    expect([run('That is all.'), run('It is'), run('my number is 5 5'), run('I think')]).toEqual([
      1600, 2900, 2900, 2200,
    ]);
  });

  it('a voice that goes on before the wait is over is the same turn', () => {
    const run = new StateRun()
      .voice(0, 500)
      .at(700, { type: 'voice', voicedMs: 520 })
      .at(900, { type: 'voice-pause', lastVoiceAt: 880 })
      .pass(3000);
    expect(run.names).toEqual(['user-speech-start', 'user-speech-end']);
    expect(run.last('user-speech-end')?.at).toBe(1180);
  });

  it('noise without words is no turn', () => {
    const run = new StateRun().says(0, 400, '  ');
    expect(run.names).toEqual(['user-speech-start', 'user-speech-end']);
    expect(phaseOf(run.state)).toBe('listening');
  });

  it('a caller who goes on while the answer is prepared is answered once, for everything', () => {
    const run = new StateRun().says(0, 500, 'I want to book').answers(820, { type: 'first-words' });
    run.split = { heard: '', unsaid: 'When' };
    run.says(900, 1500, 'for two people');
    const emitted = run.emitted.map(([, event]) => event);
    expect(emitted.filter(({ type }) => type === 'user-turn')).toEqual([
      { type: 'user-turn', text: 'I want to book', agoMs: { from: 800, to: 300 } },
      // The pause of 400 ms belongs to this caller's rhythm now: the next one may be as long.
      { type: 'user-turn', text: 'for two people', agoMs: { from: 975, to: 375 } },
    ]);
    expect(run.last('agent-turn')).toMatchObject({ turn: 1, text: '', unsaid: 'When' });
    expect([run.count('reply'), run.count('abandon'), run.state.agent?.turn]).toEqual([2, 1, 2]);
  });

  it('noise while the answer is prepared only makes it wait', () => {
    const run = new StateRun().says(0, 500, 'Hello').voice(900, 1200);
    expect(run.state.agent?.isHeld).toBe(true);
    run.pass(1800).at(1800, { type: 'final', utterance: 2, text: '' });
    expect([run.count('resume'), run.count('abandon')]).toEqual([1, 0]);
  });

  it('words that are taken back after the agent gave way for them are answered all the same', () => {
    const run = speaking({ interruptionSensitivity: 1 }).pass(5000);
    run.at(5120, { type: 'voice-onset', onsetAt: 5000, voicedMs: 120 });
    run.at(5300, { type: 'interim', utterance: 2, text: 'what about' });
    run.at(5400, { type: 'voice-pause', lastVoiceAt: 5380 }).pass(6000);
    run.at(6000, { type: 'final', utterance: 2, text: '' });
    expect(run.last('user-turn')?.text).toBe('what about');
    expect(run.state.agent?.turn).toBe(2);
  });

  it('words of two utterances that come together are one turn', () => {
    const run = new StateRun().voice(0, 500).pass(900).voice(900, 1300);
    run.at(1330, { type: 'final', utterance: 1, text: 'one' }).pass(1900);
    run.at(1900, { type: 'final', utterance: 2, text: 'two' });
    expect(run.last('user-turn')?.text).toBe('one two');
  });
});

describe('an answer that is begun early', () => {
  const prepares = { mayPrepare: true };
  /** The caller has spoken from 0 to 1000, and these words are known. */
  const paused = (text: string, kind: object = prepares) =>
    new StateRun({ responsiveness: 0.5 }, kind)
      .voice(0, 1000)
      .at(1060, { type: 'interim', utterance: 1, text });
  const acts = (run: StateRun) =>
    run.effects.flatMap(([at, { type }]) => (/^(prepare|discard|reply)$/.test(type) ? [[at, type]] : []));

  it('is begun while the turn is waited for, and is the answer when the caller has finished', () => {
    const run = paused('Are you open on Sunday').pass(1750);
    run.at(1800, { type: 'final', utterance: 1, text: 'Are you open on Sunday?' });
    expect(acts(run)).toEqual([
      [1200, 'prepare'],
      [1800, 'reply'],
    ]);
    expect(run.effects.at(-1)?.[1]).toMatchObject({
      type: 'reply',
      turn: 1,
      generation: 1,
      isPrepared: true,
    });
    run.answers(1800, { type: 'first-words' }).answers(1810, { type: 'sound-start' }).answers(3000, over);
    expect(run.last('agent-turn')?.times).toMatchObject({ endpointMs: 750, aheadMs: 600, e2eMs: 810 });
  });

  it('is dropped without a trace when the caller goes on', () => {
    const run = paused('Are you open on Sunday').pass(1500);
    run.at(1520, { type: 'voice', voicedMs: 1040 }).at(1700, { type: 'voice-pause', lastVoiceAt: 1680 });
    run.at(1750, { type: 'interim', utterance: 1, text: 'Are you open on Sunday or Monday' }).pass(3000);
    run.at(3000, { type: 'final', utterance: 1, text: 'Are you open on Sunday or Monday?' });
    expect(acts(run).map(([, type]) => type)).toEqual(['prepare', 'discard', 'prepare', 'reply']);
    expect(run.names.filter((name) => /turn/.test(name))).toEqual(['user-turn', 'turn-start']);
    expect(run.last('user-turn')?.text).toBe('Are you open on Sunday or Monday?');
  });

  it('is dropped when the final words are others', () => {
    const run = paused('Are you open on some day').pass(1800);
    run.at(1800, { type: 'final', utterance: 1, text: 'Are you open on Sunday?' });
    expect(acts(run).map(([, type]) => type)).toEqual(['prepare', 'discard', 'reply']);
    expect(run.effects.at(-1)?.[1]).not.toHaveProperty('isPrepared');
  });

  it.each([
    ['promise more', 'my number is', prepares],
    ['are being dictated', 'four one five', prepares],
    ['are none', ' ', prepares],
    ['may not be answered early', 'Are you open', { mayPrepare: false }],
  ])('is not begun where the words %s', (_, text, kind) => {
    expect(acts(paused(text, kind).pass(1700))).toEqual([]);
  });

  it('is begun four times a turn at most', () => {
    const run = paused('one more thing');
    for (let count = 1; count <= 6; count += 1) {
      const at = 1200 + count * 500;
      run.at(at, { type: 'voice', voicedMs: 1000 + count * 20 });
      run.at(at + 20, { type: 'voice-pause', lastVoiceAt: at });
      run.at(at + 40, { type: 'interim', utterance: 1, text: `one more thing${' please'.repeat(count)}` });
    }
    run.pass(5000);
    expect(run.count('prepare')).toBe(4);
  });

  it('is dropped with the call', () => {
    const run = paused('Are you open').pass(1300).at(1300, { type: 'hang-up', reason: 'user_hangup' });
    expect(acts(run).map(([, type]) => type)).toEqual(['prepare', 'discard']);
  });
});

describe('breaking in', () => {
  it.each([
    [1, 120],
    [0.95, 160],
  ])('with sensitivity %f the agent stops %i ms after the onset', (interruptionSensitivity, stopMs) => {
    const run = speaking({ interruptionSensitivity }).pass(5000).voice(5000, 6000);
    expect(run.last('agent-interrupted')).toMatchObject({ turn: 1, stopMs });
  });

  it('CALL-12: with sensitivity 0 nothing stops the agent, and the words are answered after it', () => {
    const run = speaking({ interruptionSensitivity: 0 }).pass(5000).says(5000, 7000, 'stop, wait a moment');
    expect(run.names).not.toContain('agent-interrupted');
    run.answers(9000, over);
    expect(run.last('user-turn')).toMatchObject({ at: 9000, text: 'stop, wait a moment' });
    expect(run.state.agent?.turn).toBe(2);
  });

  it('below 0.9 it takes words too; without any, twice the time', () => {
    const withWord = speaking({ interruptionSensitivity: 0.5 })
      .pass(5000)
      .at(5120, { type: 'voice-onset', onsetAt: 5000, voicedMs: 120 })
      .at(5400, { type: 'interim', utterance: 2, text: 'but' })
      .at(5520, { type: 'voice', voicedMs: 520 });
    expect(withWord.names).not.toContain('agent-interrupted');
    withWord.at(5540, { type: 'interim', utterance: 2, text: 'but then' });
    expect(withWord.last('agent-interrupted')?.stopMs).toBe(540);
    const silent = speaking({ interruptionSensitivity: 0.5 }).pass(5000).voice(5000, 7000);
    expect(silent.last('agent-interrupted')?.stopMs).toBe(1020);
  });

  it('where one word is enough, the agent falls silent before the recognizer knows it', () => {
    const run = speaking({ interruptionSensitivity: 0.8 }).pass(5000).voice(5000, 5400);
    expect(run.effects.find(([, { type }]) => type === 'hold')?.[0]).toBe(5280);
    expect(run.names).not.toContain('agent-interrupted');
    run.at(5500, { type: 'interim', utterance: 2, text: 'I meant' });
    expect(run.last('agent-interrupted')).toMatchObject({ at: 5500, stopMs: 280 });
    expect([run.count('hold'), run.count('abandon')]).toEqual([1, 1]);
  });

  it('"mm-hm" over the agent is no interruption, though it may have fallen silent for it', () => {
    const run = speaking({ interruptionSensitivity: 0.8 }).pass(5000).voice(5000, 5400).pass(5750);
    // Nobody waits for more of a sound without words.
    expect(run.last('user-speech-end')?.at).toBe(5700);
    run.at(5760, { type: 'final', utterance: 2, text: 'Mm-hmm.' });
    expect(run.names).not.toContain('agent-interrupted');
    expect([run.count('hold'), run.count('resume'), run.count('reply')]).toEqual([1, 1, 1]);
    run.answers(5800, { type: 'sound-start' }).answers(9000, over);
    expect(run.names.filter((name) => /^agent-speech/.test(name))).toEqual([
      'agent-speech-start',
      'agent-speech-end',
      'agent-speech-start',
      'agent-speech-end',
    ]);
  });

  it('a stop phrase stops at once, a sign of listening never', () => {
    const run = speaking({ interruptionSensitivity: 0.2 }).pass(5000);
    run.at(5120, { type: 'voice-onset', onsetAt: 5000, voicedMs: 120 });
    run.at(5200, { type: 'interim', utterance: 2, text: 'Wait' });
    expect(run.last('agent-interrupted')?.stopMs).toBe(200);
    const listening = speaking({ interruptionSensitivity: 0.8 }).pass(5000);
    listening.at(5120, { type: 'voice-onset', onsetAt: 5000, voicedMs: 120 });
    listening.at(5140, { type: 'interim', utterance: 2, text: 'uh-huh, okay' });
    listening.at(8000, { type: 'voice', voicedMs: 3000 });
    expect(listening.names).not.toContain('agent-interrupted');
  });

  it('in the first three seconds of its voice the agent may hear itself: it takes twice as long', () => {
    const run = speaking({ interruptionSensitivity: 1 }).voice(1500, 2500);
    expect(run.last('agent-interrupted')?.stopMs).toBe(240);
  });

  it('the transcript keeps what was heard, before what the caller said', () => {
    const run = speaking({ interruptionSensitivity: 1 }).pass(5000);
    run.split = { heard: 'We have openings at one,', unsaid: 'at two, and at three.' };
    run.says(5000, 5600, 'I take one');
    expect(run.names.slice(-7)).toEqual([
      'user-speech-start',
      'agent-speech-end',
      'agent-interrupted',
      'user-speech-end',
      'agent-turn',
      'user-turn',
      'turn-start',
    ]);
    expect(run.last('agent-turn')).toMatchObject({
      text: 'We have openings at one,',
      unsaid: 'at two, and at three.',
    });
  });

  it('with words known already the answer is given up at once', () => {
    const run = speaking({ interruptionSensitivity: 1 }).pass(5000);
    run.at(5120, { type: 'voice-onset', onsetAt: 5000, voicedMs: 120 });
    expect(run.count('abandon')).toBe(0);
    run.at(5300, { type: 'interim', utterance: 2, text: 'I would like' });
    expect(run.count('abandon')).toBe(1);
    expect(run.last('agent-turn')?.at).toBe(5300);
  });

  it('a voice without words was none: the agent goes on from the cut as soon as that is known', () => {
    const run = speaking({ interruptionSensitivity: 1 }).pass(5000).voice(5000, 5400).pass(7399);
    expect(run.count('resume')).toBe(0);
    run.at(7400, { type: 'final', utterance: 2, text: '' });
    expect([run.count('resume'), run.count('abandon')]).toEqual([1, 0]);
    run.answers(7500, { type: 'sound-start' }).answers(9000, over);
    expect(run.emitted.filter(([, { type }]) => type === 'agent-turn')).toHaveLength(1);
  });

  it('never goes on over the caller while words are still on their way, however late they come', () => {
    const run = speaking({ interruptionSensitivity: 1 }).pass(5000).voice(5000, 5600).pass(9000);
    expect([run.count('resume'), run.count('abandon')]).toEqual([0, 0]);
    run.at(9100, { type: 'final', utterance: 2, text: 'No, tomorrow.' });
    expect([run.count('resume'), run.count('abandon')]).toEqual([0, 1]);
    expect(run.last('agent-interrupted')?.stopMs).toBe(120);
    expect(run.last('user-turn')).toMatchObject({ at: 9100, text: 'No, tomorrow.' });
  });

  it('reports how fast it stopped since it became audible, not since a voice before that', () => {
    const run = new StateRun({ interruptionSensitivity: 0.8 }).at(100, { type: 'typed', text: 'Hi there' });
    run.answers(200, { type: 'first-words' }).voice(300, 500).pass(900);
    run.at(1000, { type: 'final', utterance: 1, text: '' }).answers(3900, { type: 'sound-start' });
    run.at(4000, { type: 'voice-onset', onsetAt: 3600, voicedMs: 400 }).at(4010, {
      type: 'interim',
      utterance: 2,
      text: 'stop please',
    });
    run.at(4300, { type: 'voice', voicedMs: 700 });
    expect(run.last('agent-interrupted')?.stopMs).toBeLessThanOrEqual(400);
  });

  it('"yeah" over a long answer is no turn, also when it has cut it', () => {
    const run = speaking({ interruptionSensitivity: 1 }).pass(5000).says(5000, 5300, 'Yeah.');
    expect(run.names).toContain('agent-interrupted');
    expect([run.count('resume'), run.count('reply')]).toEqual([1, 1]);
    expect(run.emitted.filter(([, { type }]) => type === 'user-turn')).toHaveLength(1);
  });

  it('"yes" just before the agent ends its question answers it', () => {
    const near = speaking({ interruptionSensitivity: 0.5 }).pass(5000).says(5000, 5300, 'Yes.');
    near.answers(6200, over);
    expect(near.last('user-turn')).toMatchObject({ at: 6200, text: 'Yes.' });
    const far = speaking({ interruptionSensitivity: 0.5 }).pass(5000).says(5000, 5300, 'Yes.');
    far.answers(6400, over);
    expect(far.last('user-turn')?.text).toBe('Hi there');
  });

  it('nobody breaks into an answer that says so', () => {
    const run = speaking({ interruptionSensitivity: 1 })
      .answers(1100, { type: 'no-interruption' })
      .pass(5000)
      .says(5000, 6000, 'stop right now');
    expect(run.names).not.toContain('agent-interrupted');
  });

  it('inputs from an older answer are dropped', () => {
    const run = speaking({ interruptionSensitivity: 1 }).pass(5000).says(5000, 5600, 'Something else');
    const before = run.emitted.length;
    for (const late of [over, { type: 'sound-start' } as const, { type: 'first-words' } as const])
      run.at(5700, { ...late, generation: 1 });
    expect(run.emitted.length).toBe(before);
    expect(run.state.agent?.turn).toBe(2);
  });
});

describe('a silent caller', () => {
  it('SPEECH-06: is reminded after the seconds and as often as was asked', () => {
    const run = greeted({ reminderMaxCount: 2, reminderTriggerMs: 5000 }).pass(7000);
    expect(run.last('reminder')).toMatchObject({ at: 7000, count: 1 });
    run.answers(8000, over).pass(13_000);
    expect(run.last('reminder')).toMatchObject({ at: 13_000, count: 2 });
    run.answers(14_000, over).pass(60_000);
    expect(run.emitted.filter(([, { type }]) => type === 'reminder')).toHaveLength(2);
  });

  it('SP-70: 0 seconds are ten, and 0 times are never', () => {
    expect(greeted({ reminderMaxCount: 1, reminderTriggerMs: 0 }).pass(20_000).last('reminder')?.at).toBe(
      12_000,
    );
    expect(
      greeted({ reminderMaxCount: 0, reminderTriggerMs: 5000 }).pass(60_000).last('reminder'),
    ).toBeUndefined();
  });

  it('SP-59: ends the call after the silence, never before ten seconds', () => {
    expect(greeted({ endCallAfterSilenceMs: 1600 }).pass(60_000).last('call-end')).toMatchObject({
      at: 12_000,
      reason: 'inactivity',
      durationMs: 12_000,
    });
    expect(greeted({ endCallAfterSilenceMs: 15_000 }).pass(60_000).last('call-end')?.at).toBe(17_000);
  });

  it('is reminded first where both are due at once', () => {
    const run = greeted({ reminderMaxCount: 1, reminderTriggerMs: 10_000, endCallAfterSilenceMs: 10_000 });
    run.pass(12_000).answers(13_000, over);
    expect(run.last('reminder')?.at).toBe(12_000);
    expect(run.pass(60_000).last('call-end')?.at).toBe(23_000);
  });

  it('is not taken for one that speaks because there is noise', () => {
    const run = greeted({ endCallAfterSilenceMs: 10_000 }).says(6000, 6300, '').says(9000, 9300, '');
    expect(run.pass(60_000).last('call-end')?.at).toBe(12_000);
  });

  it('has reminders again once it has spoken', () => {
    const run = greeted({ reminderMaxCount: 1, reminderTriggerMs: 5000 }).pass(7000).answers(8000, over);
    run.says(9000, 9400, 'I am here').answers(11_000, over).pass(16_000);
    expect(run.last('reminder')).toMatchObject({ at: 16_000, count: 1 });
  });

  it('that holds the call is neither reminded nor given up, and is from when they are back', () => {
    const run = greeted({ reminderMaxCount: 1, reminderTriggerMs: 5000, endCallAfterSilenceMs: 10_000 });
    run.at(4000, { type: 'held-by-caller', isHeld: true }).pass(300_000);
    expect([run.last('reminder'), run.last('call-end')]).toEqual([undefined, undefined]);
    run.at(300_000, { type: 'held-by-caller', isHeld: false }).pass(305_000);
    expect(run.last('reminder')).toMatchObject({ at: 305_000 });
    expect(run.answers(306_000, over).pass(400_000).last('call-end')?.at).toBe(316_000);
  });

  it('is left alone where nobody is on the line', () => {
    const run = new StateRun({ beginMode: 'dynamic', maxCallDurationMs: 60_000 }, { hasTimers: false });
    expect(run.answers(100, over).pass(9_000_000).last('call-end')).toBeUndefined();
  });
});

describe('the end', () => {
  it.each([
    [60_000, 60_000],
    [0, 3_600_000],
    [7_200_000, 3_600_000],
  ])('SP-60: a longest duration of %i ends the call after %i ms', (maxCallDurationMs, at) => {
    const run = new StateRun({ beginMode: 'user', endCallAfterSilenceMs: 9_000_000, maxCallDurationMs });
    expect(run.pass(9_000_000).last('call-end')).toMatchObject({
      at,
      reason: 'max_duration_reached',
      durationMs: at,
    });
  });

  it('the agent hangs up once its last words were heard, and nobody breaks into them', () => {
    const run = speaking({ interruptionSensitivity: 1 }).answers(1500, {
      type: 'will-end',
      reason: 'agent_hangup',
    });
    expect(phaseOf(run.state)).toBe('ending');
    run.pass(5000).voice(5000, 6000);
    expect(run.last('call-end')).toBeUndefined();
    expect(run.answers(7000, over).last('call-end')).toMatchObject({ at: 7000, reason: 'agent_hangup' });
    expect(run.names).not.toContain('agent-interrupted');
  });

  it('a caller who hangs up leaves what was heard and said', () => {
    const run = speaking({ interruptionSensitivity: 0 }).pass(5000).voice(5000, 5400);
    run.at(5450, { type: 'interim', utterance: 2, text: 'bye' });
    run.at(5500, { type: 'hang-up', reason: 'user_hangup' });
    expect(run.last('call-end')).toBeUndefined();
    run.at(5600, { type: 'final', utterance: 2, text: 'Bye bye.' });
    expect(run.names.slice(-3)).toEqual(['agent-turn', 'user-turn', 'call-end']);
    expect(run.last('user-turn')?.text).toBe('Bye bye.');
    expect(run.last('call-end')).toMatchObject({ reason: 'user_hangup', durationMs: 5500 });
  });

  it('last words that do not come are left as far as they were heard', () => {
    const run = new StateRun().voice(0, 500).at(510, { type: 'interim', utterance: 1, text: 'I need' });
    run.at(600, { type: 'hang-up', reason: 'user_hangup' }).pass(2099);
    expect(run.last('call-end')).toBeUndefined();
    run.pass(2100);
    expect(run.last('user-turn')?.text).toBe('I need');
    expect(run.last('call-end')?.durationMs).toBe(600);
  });

  it('a lost recognizer ends the call as an error', () => {
    const run = new StateRun().voice(0, 500).at(900, { type: 'recognizer-lost', message: 'gone' });
    expect(run.names.slice(-2)).toEqual(['call-error', 'call-end']);
    expect(run.last('call-end')?.reason).toBe('error_asr');
  });

  it('a responder that is gone ends it with its own reason; three failed answers in a row as well', () => {
    const lost = speaking().answers(1200, {
      type: 'answer-failed',
      code: 'PROVIDER_UNAVAILABLE',
      message: 'closed',
      reason: 'error_llm_websocket_lost_connection',
    });
    expect(lost.last('call-end')?.reason).toBe('error_llm_websocket_lost_connection');
    const failed = { type: 'answer-failed', code: 'PROVIDER_REFUSED', message: 'no' } as const;
    const run = new StateRun();
    for (const from of [0, 2000, 4000])
      run
        .says(from, from + 500, 'Hello')
        .answers(from + 1000, failed)
        .answers(from + 1000, over);
    expect(run.last('call-end')).toMatchObject({ at: 5000, reason: 'error_unknown' });
    expect(run.emitted.filter(([, { type }]) => type === 'call-error')).toHaveLength(3);
  });

  it('after the end nothing is emitted and nothing done', () => {
    const run = new StateRun().at(100, { type: 'hang-up', reason: 'user_hangup' });
    const { effects } = run;
    const before = effects.length;
    run
      .voice(200, 900)
      .at(950, { type: 'typed', text: 'x' })
      .at(960, { type: 'hang-up', reason: 'inactivity' });
    expect(effects.length).toBe(before);
    expect(phaseOf(run.state)).toBe('ended');
  });
});

describe('keys and typed words', () => {
  it('collects keys until a pause or the hash key', () => {
    const run = new StateRun()
      .at(100, { type: 'key', digit: '1' })
      .at(900, { type: 'key', digit: '2' })
      .pass(2900);
    expect(run.last('keypad-press')).toMatchObject({ at: 2900, digits: '12', from: 'user' });
    expect(run.last('user-turn')?.text).toBe('[DTMF] 12');
    const hash = new StateRun().at(1, { type: 'key', digit: '7' }).at(2, { type: 'key', digit: '#' });
    expect(hash.last('keypad-press')?.digits).toBe('7');
  });

  it('ATK-164: a flood of keys costs few answers', () => {
    const run = new StateRun({ interruptionSensitivity: 0 });
    for (let count = 0; count < 10_000; count += 1) run.at(count, { type: 'key', digit: '5' });
    expect(run.emitted.filter(([, { type }]) => type === 'keypad-press')).toHaveLength(10);
  });

  it('typed words stop the agent and are answered', () => {
    const run = speaking().at(2000, { type: 'typed', text: 'Never mind' });
    // Counted from when they came, not from the voice that was answered before.
    expect(run.last('agent-interrupted')?.stopMs).toBe(0);
    expect(run.last('user-turn')).toMatchObject({ text: 'Never mind', isTyped: true });
    expect(run.state.agent?.turn).toBe(2);
  });

  it('in a text call what is written during an answer waits for its end', () => {
    const run = new StateRun({}, { isText: true });
    run.at(0, { type: 'typed', text: 'One' }).at(10, { type: 'typed', text: 'Two' });
    expect(run.count('reply')).toBe(1);
    run.answers(20, over);
    expect(run.last('user-turn')).toMatchObject({ at: 20, text: 'Two' });
    expect([run.count('reply'), run.count('hold')]).toEqual([2, 0]);
  });
});

it('the parts of a wait stand side by side, and the whole runs from the last voice to the first sound', () => {
  const run = new StateRun({ responsiveness: 1 }).voice(0, 1000).pass(1300);
  run.at(1350, { type: 'final', utterance: 1, text: 'Where is my order?' });
  run.answers(1850, { type: 'function-time', ms: 400 });
  run.answers(2000, { type: 'first-words' }).answers(2200, { type: 'sound-start' }).answers(4000, over);
  expect(run.last('agent-turn')?.times).toEqual({
    endpointMs: 300,
    sttMs: 50,
    llmMs: 250,
    toolMs: 400,
    ttsMs: 200,
    e2eMs: 1200,
  });
});

describe('a person who takes over', () => {
  const by = 'Anna';

  it('silences the agent at once, and is said by its voice until the call is given back', () => {
    const run = speaking().pass(2000).at(2000, { type: 'take-over', by });
    expect(run.last('agent-turn')).toMatchObject({ at: 2000, text: 'Hello', unsaid: 'there' });
    expect(run.names).not.toContain('agent-interrupted');
    run.says(2500, 3000, 'Who are you?');
    expect(run.last('user-turn')?.text).toBe('Who are you?');
    expect([run.count('reply'), run.state.agent]).toEqual([1, null]);
    run.at(5000, { type: 'operator-words', by, text: 'I am Anna.' });
    run.at(5010, { type: 'operator-words', by, text: 'How are you?' });
    expect(run.effects.findLast(([, { type }]) => type === 'reply')?.[1]).toMatchObject({
      cause: 'operator',
      text: 'I am Anna.',
    });
    run.answers(5100, { type: 'sound-start' }).answers(6000, { ...over, heard: 'I am Anna.' });
    expect(run.last('turn-start')).toMatchObject({ at: 6000, cause: 'operator' });
    run.answers(6100, { type: 'sound-start' }).answers(7000, { ...over, heard: 'How are you?' });
    run.at(8000, { type: 'give-back', by }).says(9000, 9500, 'Fine');
    expect(run.last('turn-start')?.cause).toBe('answer');
    const acts = run.emitted.flatMap(([, event]) => (event.type === 'operator-act' ? [event.act] : []));
    expect(acts).toEqual(['take-over', 'say', 'say', 'give-back']);
  });

  it('takes over by writing, waits for a caller who speaks, and may take their time', () => {
    const run = greeted({ reminderMaxCount: 2 }).pass(3000);
    run.at(3120, { type: 'voice-onset', onsetAt: 3000, voicedMs: 120 });
    run.at(3300, { type: 'operator-words', by, text: 'One moment.' });
    expect(run.count('reply')).toBe(1);
    run.at(3500, { type: 'voice-pause', lastVoiceAt: 3480 }).pass(4000);
    run.at(4000, { type: 'final', utterance: 1, text: 'Hello?' });
    expect(run.last('turn-start')).toMatchObject({ at: 4000, cause: 'operator' });
    run.answers(4100, { type: 'sound-start' }).answers(5000, over).pass(700_000);
    expect(run.names).not.toContain('reminder');
    expect(run.names).not.toContain('call-end');
  });
});
