import type { CallerSound } from '@tendril/contract/api/simulations';
import { expect, it } from 'vitest';
import { readSound, soundDraftOf } from './sound-draft.ts';

const noisy: CallerSound = {
  line: 'phone',
  noise: { sound: 'coffee-shop', snrDb: 15 },
  interruptions: [{ answer: 2, afterMs: 1250, words: 'No, wait.' }],
};

it.each([null, noisy, { line: 'browser', noise: null, interruptions: [] } as CallerSound])(
  'how a caller sounds comes back from its form as it was: %j',
  (sound) => {
    expect(readSound(soundDraftOf(sound))).toEqual(sound);
  },
);

it('what was typed while the caller was spoken is dropped when it is written again', () => {
  expect(readSound({ ...soundDraftOf(noisy), isSpoken: false })).toBeNull();
});

it('the interruption that is not ready is named, and a noise without a number', () => {
  const draft = soundDraftOf(noisy);
  const [first] = draft.interruptions;
  const add = (changes: object) =>
    readSound({ ...draft, interruptions: [first, { ...first, ...changes }] as typeof draft.interruptions });
  expect(add({ words: ' ' })).toEqual({ wrongAt: 2 });
  expect(add({ answer: '1.5' })).toEqual({ wrongAt: 2 });
  expect(add({ afterSeconds: '' })).toEqual({ wrongAt: 2 });
  expect(add({ afterSeconds: '0,5' })).toMatchObject({ interruptions: [{}, { afterMs: 500 }] });
  expect(readSound({ ...draft, snrDb: '50' })).toEqual({ wrong: 'snr' });
  expect(readSound({ ...draft, noise: '', snrDb: '50' })).toMatchObject({ noise: null });
});
