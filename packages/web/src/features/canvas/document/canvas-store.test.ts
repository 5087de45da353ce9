import { describe, expect, it } from 'vitest';
import { addNode, connect } from '../commands/canvas-commands.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { fitViewport } from '../view/fit-viewport.ts';
import { toFlowData } from './canvas-doc.ts';
import {
  changeNodes,
  createCanvasStore,
  drawAt,
  openFlow,
  runCommand,
  selectNodes,
  showRunEvent,
} from './canvas-store.ts';
import { freePlace } from './free-place.ts';

const { model, agent, tool } = testTemplates;

function opened() {
  const store = createCanvasStore('CHATFLOW');
  runCommand(store, addNode(model, { x: 0, y: 0 }));
  runCommand(store, addNode(agent, { x: 400, y: 0 }));
  return store;
}

describe('canvas store', () => {
  it('CANVAS-03: a moved node is an edit, a selected one is not', () => {
    const store = createCanvasStore('CHATFLOW');
    openFlow(store, toFlowData(opened().getState()));
    expect(store.getState().edits).toBe(0);
    changeNodes(store, [{ type: 'select', id: 'chatOpenAI_0', selected: true }]);
    expect(store.getState().edits).toBe(0);
    expect(store.getState().selectedId).toBe('chatOpenAI_0');
    changeNodes(store, [{ type: 'position', id: 'chatOpenAI_0', position: { x: 1, y: 2 }, dragging: true }]);
    expect(store.getState().edits).toBe(1);
    expect(store.getState().nodes[0]?.position).toEqual({ x: 1, y: 2 });
  });

  it('CANVAS-03: a refused edge is no edit', () => {
    const store = opened();
    runCommand(store, addNode(tool, { x: 0, y: 300 }));
    const before = store.getState();
    runCommand(
      store,
      connect({
        source: 'calculator_0',
        sourceHandle: 'calculator_0-output-calculator-Calculator|Tool',
        target: 'toolAgent_0',
        targetHandle: 'toolAgent_0-input-model-BaseChatModel',
      }),
    );
    expect(store.getState()).toBe(before);
  });

  it('the inspector shows a node only while it alone is selected', () => {
    const store = opened();
    expect(store.getState().selectedId).toBe('toolAgent_0');
    selectNodes(store, new Set(['toolAgent_0', 'chatOpenAI_0']));
    expect(store.getState().selectedId).toBeNull();
  });

  it('handles have a place without any measuring, and untouched nodes stay the same objects', () => {
    const store = opened();
    const [first, second] = store.getState().nodes;
    expect(second?.handles?.map((handle) => handle.type)).toEqual(['target', 'target', 'source']);
    expect(second?.measured).toEqual({ width: second?.width, height: second?.height });
    changeNodes(store, [{ type: 'position', id: 'toolAgent_0', position: { x: 9, y: 9 } }]);
    expect(store.getState().nodes[0]?.data).toBe(first?.data);
  });

  it('nodes keep readable type when the view goes out: they grow in flow units', () => {
    const store = opened();
    const full = store.getState().nodes[1]?.height ?? 0;
    drawAt(store, 0.56);
    expect(store.getState().level.kind).toBe('reading');
    expect(store.getState().nodes[1]?.height).toBeGreaterThan(full);
    drawAt(store, 0.2);
    expect(store.getState().nodes[1]?.height).toBe(full);
  });

  it('a failed node grows to fit its message', () => {
    const store = opened();
    const height = store.getState().nodes[1]?.height ?? 0;
    const base = { runId: 'r', at: 1, nodeId: 'toolAgent_0', name: 'toolAgent' };
    showRunEvent(store, {
      ...base,
      seq: 1,
      type: 'node-error',
      ms: 5,
      code: 'NODE_FAILED',
      message: 'broken',
    });
    expect(store.getState().nodes[1]?.height).toBeGreaterThan(height);
  });
});

describe('fitViewport', () => {
  it('shows every node and never more than full size', () => {
    const { nodes } = opened().getState();
    expect(fitViewport(nodes, { width: 2000, height: 1200 }).zoom).toBe(1);
    const narrow = fitViewport(nodes, { width: 500, height: 900 });
    expect(narrow.zoom).toBeLessThan(500 / 680);
    const right = (400 + 280) * narrow.zoom + narrow.x;
    expect(narrow.x).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(500);
  });

  it('an empty canvas stands at its origin', () => {
    expect(fitViewport([], { width: 500, height: 500 })).toEqual({ x: 0, y: 0, zoom: 1 });
  });
});

describe('freePlace', () => {
  it('puts a new node where it covers no other', () => {
    const { nodes } = opened().getState();
    const place = freePlace(nodes, { x: 0, y: 0 });
    const covers = nodes.some(
      (node) =>
        place.x < node.position.x + 280 &&
        place.x + 280 > node.position.x &&
        place.y < node.position.y + (node.height ?? 0) &&
        place.y + 200 > node.position.y,
    );
    expect(covers).toBe(false);
    expect(freePlace([], { x: 5, y: 6 })).toEqual({ x: 5, y: 6 });
  });
});
