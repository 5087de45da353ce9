import { storedValueMask } from '@tendril/contract/api/credentials';
import { describe, expect, it } from 'vitest';
import { addNode, setValues } from '../canvas/commands/canvas-commands.ts';
import { toFlowData } from '../canvas/document/canvas-doc.ts';
import { createCanvasStore, openFlow, runCommand } from '../canvas/document/canvas-store.ts';
import { flowText, safeFlowText, withheldPasswords } from './flow-text.ts';
import { baseFlow, testTemplate } from './testing/edited.ts';

function opened() {
  const store = createCanvasStore('CHATFLOW');
  openFlow(store, { ...baseFlow(), viewport: { x: 1, y: 2, zoom: 1 } });
  return store;
}

describe('the text of a drawing', () => {
  it('reads back as the flow file, edges, groups and unknown keys included', async () => {
    const store = opened();
    const { text } = await flowText(store.getState());
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(toFlowData(store.getState()))));
    const empty = createCanvasStore('CHATFLOW');
    expect(JSON.parse((await flowText(empty.getState())).text)).toEqual({ nodes: [], edges: [] });
  });

  it('follows every edit', async () => {
    const store = opened();
    await flowText(store.getState());
    runCommand(store, setValues('promptTemplate_0', { template: 'other words' }));
    expect((await flowText(store.getState())).text).toContain('other words');
  });

  it('ATK-061: no typed password goes to this device, and the server gets it', async () => {
    const store = opened();
    runCommand(store, addNode(testTemplate('secretTool'), { x: 0, y: 0 }));
    runCommand(store, setValues('secretTool_0', { key: 'hunter2', place: 'here' }));
    const { text, safe } = await flowText(store.getState());
    expect(text).toContain('hunter2');
    for (const kept of [safe, safeFlowText(store.getState())]) {
      expect(kept).not.toContain('hunter2');
      expect(kept).toContain(storedValueMask);
    }
    expect(withheldPasswords(store.getState())).toBe(1);
  });

  it('writes a flow of a megabyte in slices, and after an edit only what changed', async () => {
    const store = createCanvasStore('CHATFLOW');
    const [node] = baseFlow().nodes;
    if (!node) throw new Error('no node');
    const nodes = Array.from({ length: 300 }, (_, index) => ({
      ...structuredClone(node),
      id: `chatOpenAI_${index}`,
      data: { ...structuredClone(node.data), id: `chatOpenAI_${index}`, inputs: { text: 'x'.repeat(3000) } },
    }));
    openFlow(store, { nodes, edges: [] });
    expect((await flowText(store.getState())).text.length).toBeGreaterThan(1_000_000);
    runCommand(store, setValues('chatOpenAI_7', { text: 'edited' }));
    const before = performance.now();
    await flowText(store.getState());
    expect(performance.now() - before).toBeLessThan(50);
  });
});
