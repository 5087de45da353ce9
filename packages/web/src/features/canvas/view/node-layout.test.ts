import { initNode } from '@tendril/contract/flow/init-node';
import { describe, expect, it } from 'vitest';
import { addNode } from '../commands/canvas-commands.ts';
import { build } from '../testing/flow-maker.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { drawLevelAt } from './draw-level.ts';
import { fitViewport } from './fit-viewport.ts';
import { layoutNote } from './node-layout.ts';

const long = 'Answer only from the help centre and say which part. No refunds over 500 by chat. '.repeat(2);
const note = { ...initNode(testTemplates.tool, 'stickyNote_0'), name: 'stickyNote', inputs: { note: long } };

describe('a sticky note', () => {
  it('grows in flow units as the view goes out, so that its words keep their size on the screen', () => {
    const heights = [1, 0.55, 0.45, 0.33].map((zoom) => layoutNote(note, drawLevelAt(zoom)).height);
    expect(heights).toEqual(heights.toSorted((one, other) => one - other));
    expect(heights[3]).toBeGreaterThan(2 * (heights[0] ?? 0));
  });

  it('stops growing before it covers the flow', () => {
    const at = (zoom: number) => layoutNote(note, drawLevelAt(zoom)).height;
    expect(at(0.1)).toBe(at(0.2));
  });
});

describe('the view of everything', () => {
  it('keeps clear what floats at the upper edge and the controls at the lower', () => {
    const { nodes } = build(
      addNode(testTemplates.model, { x: 0, y: 0 }),
      addNode(testTemplates.agent, { x: 0, y: 900 }),
    );
    const size = { width: 900, height: 600 };
    const top = (topInset: number) => {
      const { y, zoom } = fitViewport(nodes, size, [], topInset);
      return { top: y, bottom: y + (900 + (nodes[1]?.height ?? 0)) * zoom };
    };
    expect(top(0).top).toBeLessThan(40);
    expect(top(40).top).toBeGreaterThanOrEqual(63);
    expect(top(40).bottom).toBeLessThanOrEqual(600 - 56);
  });
});
