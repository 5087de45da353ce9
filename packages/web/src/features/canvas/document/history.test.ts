import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addNode, moveNodes, remove, renameNode, setValues } from '../commands/canvas-commands.ts';
import { groupNodes } from '../commands/groups.ts';
import { setDisabled } from '../commands/set-disabled.ts';
import { wire } from '../testing/flow-maker.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { toFlowData } from './canvas-doc.ts';
import {
  type CanvasStore,
  changeNodes,
  createCanvasStore,
  docOf,
  drawAt,
  openFlow,
  runCommand,
  selectNodes,
} from './canvas-store.ts';
import { canRedo, canUndo, endStep, endTyping, redo, undo } from './history.ts';
import { maxSteps } from './history-steps.ts';
import { isSameDoc } from './same-doc.ts';

const { model, agent } = testTemplates;

const text = (store: CanvasStore) => JSON.stringify(toFlowData(docOf(store.getState())));
const selected = (store: CanvasStore) =>
  store.getState().nodes.flatMap((node) => (node.selected ? node.id : []));
const steps = (store: CanvasStore) => store.getState().history.past.length;
const place = (store: CanvasStore, id: string) =>
  store.getState().nodes.find((node) => node.id === id)?.position;

function opened() {
  const store = createCanvasStore('CHATFLOW');
  runCommand(store, addNode(model, { x: 0, y: 0 }));
  runCommand(store, addNode(agent, { x: 400, y: 0 }));
  runCommand(store, wire('chatOpenAI_0', 'toolAgent_0', 'model'));
  openFlow(store, toFlowData(docOf(store.getState())));
  return store;
}

const drag = (store: CanvasStore, id: string, x: number, dragging: boolean) =>
  changeNodes(store, [{ type: 'position', id, position: { x, y: 0 }, dragging }]);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe('steps', () => {
  it('an opened flow begins without history, and undo without a step does nothing', () => {
    const store = opened();
    const before = store.getState();
    expect([canUndo(before), canRedo(before)]).toEqual([false, false]);
    expect(undo(store)).toBeUndefined();
    expect(redo(store)).toBeUndefined();
    expect(store.getState()).toBe(before);
  });

  it('typing is one step while each key comes within a second, and another field begins one', () => {
    const store = opened();
    const type = (name: string, value: string) =>
      runCommand(store, setValues('chatOpenAI_0', { [name]: value }));
    const before = text(store);
    for (const value of ['h', 'he', 'hey']) {
      type('modelName', value);
      vi.advanceTimersByTime(900);
    }
    expect(steps(store)).toBe(1);
    vi.advanceTimersByTime(200);
    type('modelName', 'hey y');
    expect(steps(store)).toBe(2);
    type('baseUrl', 'x');
    expect(steps(store)).toBe(3);
    undo(store);
    undo(store);
    expect(JSON.stringify(toFlowData(store.getState()))).toContain('"modelName":"hey"');
    undo(store);
    expect(text(store)).toBe(before);
  });

  it('typing ends as one step when the focus leaves or another command comes', () => {
    const store = opened();
    runCommand(store, renameNode('chatOpenAI_0', 'A'));
    endTyping(store);
    runCommand(store, renameNode('chatOpenAI_0', 'AB'));
    expect(steps(store)).toBe(2);
    runCommand(store, setDisabled(['toolAgent_0'], true));
    runCommand(store, renameNode('chatOpenAI_0', 'ABC'));
    expect(steps(store)).toBe(4);
  });

  it('a drag is one step from its start to its end, however long it takes', () => {
    const store = opened();
    for (const x of [10, 20, 30]) {
      drag(store, 'chatOpenAI_0', x, true);
      endTyping(store);
      vi.advanceTimersByTime(5000);
    }
    drag(store, 'chatOpenAI_0', 30, false);
    drag(store, 'chatOpenAI_0', 60, true);
    drag(store, 'chatOpenAI_0', 60, false);
    expect(steps(store)).toBe(2);
    undo(store);
    expect(place(store, 'chatOpenAI_0')).toEqual({ x: 30, y: 0 });
    undo(store);
    expect(place(store, 'chatOpenAI_0')).toEqual({ x: 0, y: 0 });
  });

  it('a drag that ends where it began is no step and no edit', () => {
    const store = opened();
    drag(store, 'chatOpenAI_0', 10, true);
    drag(store, 'chatOpenAI_0', 0, true);
    drag(store, 'chatOpenAI_0', 0, false);
    expect(steps(store)).toBe(0);
    expect(store.getState().edits).toBe(0);
  });

  it('arrow keys in a burst are one step', () => {
    const store = opened();
    for (let press = 0; press < 5; press += 1) {
      runCommand(store, moveNodes(new Set(['chatOpenAI_0']), { x: 8, y: 0 }));
      vi.advanceTimersByTime(100);
    }
    expect(steps(store)).toBe(1);
    undo(store);
    expect(place(store, 'chatOpenAI_0')).toEqual({ x: 0, y: 0 });
  });

  it('selecting is not a step, whether by pointer or by command', () => {
    const store = opened();
    selectNodes(store, new Set(['chatOpenAI_0']));
    runCommand(store, (doc) => ({ ...doc, nodes: doc.nodes.map((node) => ({ ...node, selected: true })) }));
    expect(selected(store)).toHaveLength(2);
    expect(steps(store)).toBe(0);
    expect(store.getState().edits).toBe(0);
  });

  it('at least 100 steps are kept, and no more than a limit', () => {
    const store = opened();
    for (let step = 0; step < maxSteps + 30; step += 1) {
      runCommand(store, setValues('chatOpenAI_0', { temperature: step }));
      endStep(store);
    }
    expect(maxSteps).toBeGreaterThanOrEqual(100);
    expect(steps(store)).toBe(maxSteps);
  });

  it('a new command takes away what could be redone', () => {
    const store = opened();
    runCommand(store, renameNode('chatOpenAI_0', 'A'));
    undo(store);
    expect(canRedo(store.getState())).toBe(true);
    runCommand(store, renameNode('toolAgent_0', 'B'));
    expect(canRedo(store.getState())).toBe(false);
  });

  it('typing after an undo is a step of its own', () => {
    const store = opened();
    runCommand(store, renameNode('chatOpenAI_0', 'A'));
    undo(store);
    redo(store);
    runCommand(store, renameNode('chatOpenAI_0', 'AB'));
    expect(steps(store)).toBe(2);
  });

  it('a locked drawing is neither undone nor redone', () => {
    const store = opened();
    runCommand(store, renameNode('chatOpenAI_0', 'A'));
    store.setState({ isLocked: true });
    expect(canUndo(store.getState())).toBe(false);
    expect(undo(store)).toBeUndefined();
    expect(text(store)).toContain('"label":"A"');
  });
});

describe('what undo shows', () => {
  it('selects what changed and nothing else', () => {
    const store = opened();
    runCommand(store, remove(['chatOpenAI_0']));
    selectNodes(store, new Set(['toolAgent_0']));
    // The agent changed too: its model was taken away.
    expect(undo(store)).toEqual(new Set(['chatOpenAI_0', 'toolAgent_0']));
    expect(selected(store)).toEqual(['chatOpenAI_0', 'toolAgent_0']);
    runCommand(store, setValues('chatOpenAI_0', { temperature: 1 }));
    selectNodes(store, new Set());
    undo(store);
    expect(selected(store)).toEqual(['chatOpenAI_0']);
    expect(store.getState().selectedId).toBe('chatOpenAI_0');
  });

  it('selects the nodes of a group that came or went', () => {
    const store = opened();
    runCommand(store, groupNodes(['chatOpenAI_0', 'toolAgent_0'], 'Both'));
    selectNodes(store, new Set());
    undo(store);
    expect(selected(store)).toEqual(['chatOpenAI_0', 'toolAgent_0']);
    expect(store.getState().groups).toEqual([]);
  });

  it('draws what comes back as the canvas is drawn now, and keeps what did not change', () => {
    const store = opened();
    runCommand(store, remove(['toolAgent_0']));
    drawAt(store, 0.56);
    const model = store.getState().nodes[0];
    undo(store);
    const [first, agentNode] = store.getState().nodes;
    expect(first).toBe(model);
    drawAt(store, 1);
    const full = store.getState().nodes[1]?.height ?? 0;
    expect(agentNode?.height).toBeGreaterThan(full);
  });
});

describe('dirtiness', () => {
  it('CANVAS-03: undo back to what was saved is no unsaved edit, and redo is one again', () => {
    const store = opened();
    runCommand(store, renameNode('chatOpenAI_0', 'A'));
    const saved = docOf(store.getState());
    const { edits } = store.getState();
    runCommand(store, setDisabled(['toolAgent_0'], true));
    expect(store.getState().edits).not.toBe(edits);
    undo(store);
    expect(store.getState().edits).toBe(edits);
    expect(isSameDoc(saved, docOf(store.getState()))).toBe(true);
    redo(store);
    expect(store.getState().edits).not.toBe(edits);
    undo(store);
    undo(store);
    expect(isSameDoc(saved, docOf(store.getState()))).toBe(false);
  });

  it('another content never gets the mark of an earlier one', () => {
    const store = opened();
    runCommand(store, renameNode('chatOpenAI_0', 'A'));
    const marks = new Set([store.getState().edits]);
    undo(store);
    runCommand(store, renameNode('chatOpenAI_0', 'B'));
    expect(marks.has(store.getState().edits)).toBe(false);
    marks.add(store.getState().edits);
    openFlow(store, toFlowData(docOf(store.getState())));
    runCommand(store, renameNode('chatOpenAI_0', 'C'));
    expect(marks.has(store.getState().edits)).toBe(false);
  });
});
