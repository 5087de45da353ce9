import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitHeard } from './heard-text.ts';
import { wordsOf } from './phrases.ts';

it('keeps whole words only', () => {
  expect(splitHeard('We open at nine. ', 0.5)).toEqual({ heard: 'We open ', unsaid: 'at nine. ' });
  expect(splitHeard('We open at nine. ', 0.49)).toEqual({ heard: 'We ', unsaid: 'open at nine. ' });
  expect(splitHeard('We open at nine. ', 1)).toEqual({ heard: 'We open at nine. ', unsaid: '' });
  expect(splitHeard('We open', 0)).toEqual({ heard: '', unsaid: 'We open' });
  expect(splitHeard('我们九点开门', 0.5).heard.length).toBeLessThanOrEqual(3);
});

it('never keeps more than was heard, and loses nothing', () => {
  void fc.assert(
    fc.property(fc.lorem({ maxCount: 30 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (text, share) => {
      const { heard, unsaid } = splitHeard(text, share);
      expect(heard + unsaid).toBe(text);
      expect(wordsOf(heard).length).toBeLessThanOrEqual(wordsOf(text).length * share + 1e-9);
    }),
  );
});
