import { describe, expect, it } from 'vitest';
import { BeepDetector } from './audio/beep-detector.ts';
import { keypadTones } from './audio/keypad-tones.ts';
import type { CallConfig } from './call-session.ts';
import { StateRun } from './testing/state-run.ts';
import { TestCall } from './testing/test-call.ts';

const message = 'Please call us back.';
const leaving: Partial<CallConfig> = { voicemail: { withinMs: 5000, message } };
const hangingUp: Partial<CallConfig> = { voicemail: { withinMs: 5000 } };

function tone(hertz: number, ms: number, sampleRate = 16_000): Int16Array {
  return Int16Array.from({ length: (sampleRate * ms) / 1000 }, (_, index) =>
    Math.round(8000 * Math.sin((2 * Math.PI * hertz * index) / sampleRate)),
  );
}

function beeps(samples: Int16Array, sampleRate = 16_000): number {
  const detector = new BeepDetector();
  const size = sampleRate / 50;
  let count = 0;
  for (let at = 0; at + size <= samples.length; at += size)
    if (detector.push(samples.subarray(at, at + size), sampleRate)) count += 1;
  return count;
}

describe('the beep of a mailbox', () => {
  it.each([440, 785, 1000, 1405, 2000])('a tone of %i Hz is one, once it has ended', (hertz) => {
    expect(beeps(Int16Array.from([...tone(hertz, 400), ...new Int16Array(800)]))).toBe(1);
    expect(beeps(Int16Array.from([...tone(hertz, 400, 8000), ...new Int16Array(800)]), 8000)).toBe(1);
  });

  it('keys, short clicks, tones without an end and noise are none', () => {
    const noise = Int16Array.from({ length: 16_000 }, (_, index) => ((index * 7919) % 16_001) - 8000);
    expect(beeps(keypadTones('159', 16_000))).toBe(0);
    expect(beeps(Int16Array.from([...tone(1000, 120), ...new Int16Array(800)]))).toBe(0);
    expect(beeps(Int16Array.from([...tone(440, 4000), ...new Int16Array(800)]))).toBe(0);
    expect(beeps(noise)).toBe(0);
  });
});

describe('a machine answers', () => {
  it('CALL-04: words of a mailbox end the call where it is to hang up, and nothing is answered', () => {
    const run = new StateRun(hangingUp).at(500, { type: 'voice-onset', onsetAt: 400, voicedMs: 120 });
    run.at(1500, { type: 'interim', utterance: 1, text: 'Please leave a message after the tone' });
    run.at(1600, { type: 'final', utterance: 1, text: 'Please leave a message after the tone.' });
    expect(run.last('line-state')).toMatchObject({ state: 'voicemail', by: 'words' });
    expect(run.last('call-end')).toMatchObject({ reason: 'voicemail_reached' });
    expect(run.count('reply')).toBe(0);
  });

  it('CALL-04: the message is spoken after the beep, and the call ends with it', () => {
    const run = new StateRun(leaving).voice(300, 1200);
    run.at(1300, { type: 'interim', utterance: 1, text: 'You have reached the voicemail of Ann' });
    run.pass(2500);
    expect(run.count('reply')).toBe(0);
    run.at(2600, { type: 'beep' });
    expect(run.effects.find(([, effect]) => effect.type === 'reply')?.[1]).toMatchObject({ text: message });
    run.answers(2700, { type: 'sound-start' }).voice(2800, 4000);
    run.answers(4200, { type: 'answer-over', heard: message, unsaid: '' });
    expect(run.last('agent-turn')).toMatchObject({ text: message });
    expect(run.names).not.toContain('agent-interrupted');
    run.pass(8000);
    expect(run.last('call-end')).toMatchObject({ reason: 'voicemail_reached' });
  });

  it('a greeting without a beep is over when it pauses', () => {
    const run = new StateRun(leaving).at(100, { type: 'answered-by', by: 'machine-start' });
    run.voice(300, 4000).pass(5900);
    expect(run.count('reply')).toBe(0);
    run.pass(6100);
    expect(run.count('reply')).toBe(1);
  });

  it('the carrier says that the greeting is over: the agent, which had begun to greet, leaves its message', () => {
    const run = new StateRun({ ...leaving, beginMode: 'defined', beginMessage: 'Hello there' });
    run.answers(100, { type: 'sound-start' }).at(900, { type: 'answered-by', by: 'machine-end' });
    expect(run.last('agent-turn')).toMatchObject({ text: 'Hello', unsaid: 'there' });
    expect(run.effects.findLast(([, effect]) => effect.type === 'reply')?.[1]).toMatchObject({
      text: message,
    });
  });

  it('CALL-06: nobody who answers and says this much at once is a person, if they began within the detection time', () => {
    const greets = (withinMs: number, from: number, to: number, text: string) => {
      const run = new StateRun({ voicemail: { withinMs } });
      run.at(from + 120, { type: 'voice-onset', onsetAt: from, voicedMs: 120 });
      run.at(from + 900, { type: 'interim', utterance: 1, text });
      for (let at = from + 920; at <= to; at += 20) run.at(at, { type: 'voice', voicedMs: at - from });
      return run.last('line-state');
    };
    const words = 'Hi this is the Miller family we are all out in the garden today';
    expect(greets(5000, 200, 9000, words)).toMatchObject({ by: 'length' });
    expect(greets(5000, 200, 7000, words)).toBeUndefined();
    expect(greets(5000, 200, 9000, 'Good morning this is Julia speaking and I am so glad')).toBeUndefined();
    expect(greets(1000, 1500, 11_000, words)).toBeUndefined();
  });

  it('music before anybody has answered is nobody', () => {
    expect(new StateRun(hangingUp).voice(200, 12_000).last('line-state')).toBeUndefined();
  });

  it('CALL-03: with detection off, or once the carrier heard a person, the same words are a question', () => {
    const words = 'Leave a message after the tone';
    expect(new StateRun().says(300, 900, words).count('reply')).toBe(1);
    const person = new StateRun(hangingUp).at(100, { type: 'answered-by', by: 'human' });
    expect(person.says(300, 900, words).count('reply')).toBe(1);
  });

  it('a beep on the line is heard by the session itself', async () => {
    const call = new TestCall({ config: leaving });
    call.line.speak(tone(1000, 500));
    await call.awaits('call-end');
    expect(call.of('line-state')).toMatchObject([{ state: 'voicemail', by: 'beep' }]);
    expect(call.transcript()).toEqual([`agent: ${message}`]);
    expect(call.of('call-end')).toMatchObject([{ reason: 'voicemail_reached' }]);
  });
});

describe('an automatic menu answers', () => {
  const words = 'Thank you for calling. For sales, press one. For service, press two.';

  it('is hung up on where the agent is to, within its time', () => {
    const run = new StateRun({ menuWithinMs: 180_000 }).at(500, {
      type: 'voice-onset',
      onsetAt: 400,
      voicedMs: 120,
    });
    run.at(3000, { type: 'interim', utterance: 1, text: 'For sales, press one' });
    run.at(3100, { type: 'final', utterance: 1, text: words });
    expect(run.last('call-end')).toMatchObject({ reason: 'ivr_reached' });
    expect(run.count('reply')).toBe(0);
    const late = new StateRun({ menuWithinMs: 180_000 });
    expect(late.pass(181_000).says(182_000, 184_000, words).last('call-end')).toBeUndefined();
  });

  it('is talked to otherwise, and so is a person who speaks of pressing', () => {
    expect(new StateRun().says(300, 2900, words).count('reply')).toBe(1);
    const person = new StateRun({ menuWithinMs: 180_000 });
    expect(person.says(300, 2000, 'I am hard pressed for time, what is it?').count('reply')).toBe(1);
  });

  it.each([
    ['de', 'Für den Vertrieb drücken Sie bitte die Eins.'],
    ['es', 'Para ventas, marque uno.'],
    ['fr', 'Pour le service client, tapez deux.'],
  ])('is known in the language of the agent: %s', (language, text) => {
    const run = new StateRun({ menuWithinMs: 60_000, language }).says(300, 2000, text);
    expect(run.last('call-end')).toMatchObject({ reason: 'ivr_reached' });
  });
});

describe('a message that the agent makes up for a mailbox', () => {
  it('is asked of the responder, with the instruction, and ends the call', async () => {
    const call = new TestCall({
      config: { voicemail: { withinMs: 5000, prompt: 'Say that Dr. Miller called.' } },
      replies: ['Doctor Miller has called.'],
    });
    call.line.speak(tone(1000, 500));
    await call.awaits('call-end');
    expect(call.responder.requests.at(-1)).toMatchObject({
      cause: 'voicemail',
      guidance: ['Say that Dr. Miller called.'],
    });
    expect(call.transcript()).toEqual(['agent: Doctor Miller has called.']);
    expect(call.of('call-end')).toMatchObject([{ reason: 'voicemail_reached' }]);
  });
});

describe('keys of the caller', () => {
  const numbers = (config: Partial<CallConfig>, keys: readonly (readonly [number, string])[]) => {
    const run = new StateRun(config);
    for (const [at, digit] of keys) run.at(at, { type: 'key', digit });
    run.pass(20_000);
    return run.emitted.flatMap(([at, event]) => (event.type === 'keypad-press' ? [[at, event.digits]] : []));
  };

  it('a number is whole at its limit, at its ending key, or after its pause', () => {
    const keys = [
      [100, '1'],
      [200, '2'],
      [300, '*'],
      [400, '3'],
    ] as const;
    expect(numbers({}, keys)).toEqual([[2400, '12*3']]);
    expect(numbers({ keypad: { digitLimit: 2 } }, keys)).toEqual([
      [200, '12'],
      [400, '*3'],
    ]);
    expect(numbers({ keypad: { terminationKey: '*' } }, keys)).toEqual([
      [300, '12'],
      [2400, '3'],
    ]);
    expect(numbers({ keypad: { timeoutMs: 5000 } }, keys)).toEqual([[5400, '12*3']]);
    expect(numbers({ keypad: { terminationKey: '' } }, [...keys, [500, '#']])).toEqual([[2500, '12*3#']]);
  });

  it('are not heard where the agent takes none', () => {
    expect(numbers({ keypad: { isOff: true } }, [[100, '1']])).toEqual([]);
  });
});
