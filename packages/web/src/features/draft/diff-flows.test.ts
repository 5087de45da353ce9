import { describe, expect, it } from 'vitest';
import { addNode, moveNodes, remove, renameNode, setValues } from '../canvas/commands/canvas-commands.ts';
import { diffFlows, isSameFlow } from './diff-flows.ts';
import { baseFlow, edited, testTemplate } from './testing/edited.ts';

describe('diffFlows', () => {
  it('names added, removed and changed nodes, with each changed field and its values', () => {
    const before = baseFlow();
    const after = edited(
      before,
      addNode(testTemplate('llmChain'), { x: 0, y: 0 }),
      remove(['calculator_0']),
      renameNode('chatOpenAI_0', 'Model'),
      setValues('chatOpenAI_0', { temperature: 0.2 }),
    );
    const { nodes, edges, groups } = diffFlows(before, after);
    expect(nodes.map(({ kind, id, fields }) => [kind, id, fields.map((field) => field.facet)])).toEqual([
      ['changed', 'chatOpenAI_0', ['label', 'input:temperature']],
      ['added', 'llmChain_0', []],
      ['removed', 'calculator_0', []],
    ]);
    expect(nodes[0]?.fields[1]).toEqual({ facet: 'input:temperature', before: 0.7, after: 0.2 });
    expect(edges.map(({ kind, edge }) => [kind, edge.source])).toEqual([['removed', 'calculator_0']]);
    expect(groups).toEqual(['Parts']);
  });

  it('a move is a change; another selection, size or order of keys is none', () => {
    const before = baseFlow();
    const moved = edited(before, moveNodes(new Set(['calculator_0']), { x: 8, y: 0 }));
    expect(diffFlows(before, moved).nodes.map((node) => node.fields[0]?.facet)).toEqual(['position']);
    const redrawn = {
      ...before,
      nodes: before.nodes.map(({ id, ...node }) => ({
        ...node,
        id,
        selected: true,
        width: 1,
        dragging: true,
      })),
    };
    expect(isSameFlow(before, redrawn)).toBe(true);
    expect(isSameFlow(before, moved)).toBe(false);
  });
});
