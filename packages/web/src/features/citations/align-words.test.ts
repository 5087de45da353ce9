import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignWords } from './align-words.ts';
import { wordTokens } from './word-tokens.ts';

const words = (text: string) => wordTokens(text).map(({ word }) => word);
const found = (sentence: string, passage: string) => {
  const tokens = wordTokens(passage);
  const at = alignWords(words(sentence), words(passage));
  return at && passage.slice(tokens[at.from]?.from, tokens[at.to]?.to);
};

describe('the words of a passage that a sentence repeats', () => {
  const passage =
    'The library opens at nine in the morning. Dogs have to wait in the garden. Lost keys are kept by the porter, who is there until six.';

  it('are found where they stand', () => {
    expect(found('The porter keeps lost keys.', passage)).toBe('Lost keys');
    expect(found('Lost keys are kept by the porter until 6.', passage)).toContain(
      'Lost keys are kept by the porter',
    );
    expect(found('You will find that dogs wait in the garden outside.', passage)).toMatch(
      /^Dogs have to wait in the garden$/,
    );
  });

  it('are found in other forms, in any script, and with accents', () => {
    expect(found('Deliveries of parcels', 'We handle the delivery of each parcel by hand.')).toBeDefined();
    expect(found('Le reglement interieur', 'Voir le règlement intérieur de la maison.')).toBe(
      'le règlement intérieur',
    );
    expect(found('図書館は九時に開きます', '犬は庭で待ちます。図書館は九時に開きます。')).toContain('図書館');
  });

  it('are none where both say something else', () => {
    expect(found('Elephants never forget anything.', passage)).toBeUndefined();
    expect(found('It is in the at', passage)).toBeUndefined();
    expect(alignWords([], ['a'])).toBeUndefined();
    expect(alignWords(['a'], [])).toBeUndefined();
  });

  const word = fc.stringMatching(/^[a-z]{5,9}$/);

  it('are exactly a piece that was copied, wherever it was copied from', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { minLength: 12, maxLength: 60 }),
        fc.nat(),
        fc.nat(),
        (all, one, two) => {
          const from = one % (all.length - 3);
          const to = from + 2 + (two % (all.length - from - 2));
          const at = alignWords(all.slice(from, to + 1), all);
          expect(at).toMatchObject({ from, to });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('stay the same however much is said around them that the passage does not hold', () => {
    const noise = fc.array(fc.stringMatching(/^[0-9]{12}$/), { maxLength: 8 });
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { minLength: 8, maxLength: 40 }),
        noise,
        noise,
        (all, before, after) => {
          const part = all.slice(2, 7);
          const at = alignWords([...before, ...part, ...after], all);
          expect(at).toMatchObject({ from: 2, to: 6 });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are always a part of the passage', () => {
    const few = fc.array(fc.constantFrom('alpha', 'beta', 'gamma', 'the', '12', 'delta'), { maxLength: 30 });
    fc.assert(
      fc.property(few, few, (sentence, all) => {
        const at = alignWords(sentence, all);
        if (!at) return;
        expect(at.from).toBeGreaterThanOrEqual(0);
        expect(at.from).toBeLessThanOrEqual(at.to);
        expect(at.to).toBeLessThan(all.length);
        expect(sentence).toContain(all[at.from]);
        expect(sentence).toContain(all[at.to]);
      }),
      { numRuns: 500 },
    );
  });
});
