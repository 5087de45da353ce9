import { describe, expect, it } from 'vitest';
import { demoDimensions, demoEmbedding } from './demo-embedding.ts';

const nearness = (one: string, other: string) => {
  const second = demoEmbedding(other);
  return demoEmbedding(one).reduce((sum, value, place) => sum + value * (second[place] ?? 0), 0);
};

describe('a demo embedding', () => {
  it.each(['Hello', '', 'the of and', '🙂', 'a'.repeat(5_000), 'Wie spät ist es?'])(
    'has 256 numbers and length 1: %s',
    (text) => {
      const vector = demoEmbedding(text);
      expect(vector).toHaveLength(demoDimensions);
      expect(demoDimensions).toBe(256);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 10);
    },
  );

  it('is the same every time', () => {
    expect(demoEmbedding('How long does delivery take?')).toEqual(
      demoEmbedding('How long does delivery take?'),
    );
  });

  it('is nearer to a text about the same thing, also in other words and forms', () => {
    const question = 'Can I get a refund for a broken lamp?';
    const same = 'Defective lamps are refunded within two weeks.';
    expect(nearness(question, same)).toBeGreaterThan(nearness(question, 'Our lamps come in five colours.'));
    expect(nearness(question, same)).toBeGreaterThan(nearness(question, 'Delivery takes three days.') + 0.2);
  });
});
