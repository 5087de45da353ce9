import { describe, expect, it } from 'vitest';
import { compactLook } from './compact-look.ts';
import { drawLevelAt } from './draw-level.ts';

describe('a node seen from far out', () => {
  it('keeps its icon above its name where it is high, and beside it where it is low', () => {
    expect(compactLook(250, drawLevelAt(0.3))).toEqual({ lines: 4, isRow: false });
    expect(compactLook(96, drawLevelAt(0.3))).toEqual({ lines: 2, isRow: true });
  });

  it('gives up its name only where no word of it could be read', () => {
    expect(compactLook(96, drawLevelAt(0.16))).toEqual({ lines: 1, isRow: true });
    expect(compactLook(250, drawLevelAt(0.1))).toEqual({ lines: 0, isRow: false });
  });

  it('draws its type at about one size on the screen at every zoom', () => {
    for (let zoom = 0.15; zoom < 0.5; zoom += 0.01) {
      const size = 11 * drawLevelAt(zoom).scale * zoom;
      expect(size, `at ${zoom.toFixed(2)}`).toBeGreaterThan(8.9);
      expect(size, `at ${zoom.toFixed(2)}`).toBeLessThan(14);
    }
  });
});
