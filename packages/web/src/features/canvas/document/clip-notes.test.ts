import { initNode } from '@tendril/contract/flow/init-node';
import { expect, it } from 'vitest';
import { testTemplates } from '../testing/test-templates.ts';
import { drawLevelAt, fullLevel } from '../view/draw-level.ts';
import { type CanvasNode, withLayout } from './canvas-doc.ts';
import { clipNotes } from './clip-notes.ts';

const long = 'Answer only from the help centre and say which part. No refunds over 500 by chat. '.repeat(3);
const far = drawLevelAt(0.2);

function at(id: string, y: number, x = 0): CanvasNode {
  const isNote = id === 'note';
  const data = {
    ...initNode(testTemplates.tool, id),
    ...(isNote && { name: 'stickyNote', inputs: { note: long } }),
  };
  return withLayout({ id, type: 'customNode', position: { x, y }, data }, far);
}

const heightOf = (...others: CanvasNode[]) => clipNotes([at('note', 0), ...others])[0]?.height ?? 0;
const whole = at('note', 0).height ?? 0;
const least = withLayout(at('note', 0), fullLevel).height ?? 0;

it('a note that grew as the view went out ends above the node below it', () => {
  expect(whole).toBeGreaterThan(least + 100);
  expect(heightOf(at('tool_0', least + 60))).toBe(least + 48);
});

it('is never lower than at full size, and grows where nothing is in its way', () => {
  expect(heightOf(at('tool_0', 20))).toBe(least);
  expect(heightOf(at('tool_0', least + 60, 2000))).toBe(whole);
  expect(heightOf()).toBe(whole);
});
