import { beforeEach, describe, expect, it } from 'vitest';
import { hideCanvasDialog, showCanvasDialog } from '../../../kit/state/canvas-flags-store.ts';
import { useNotifier } from '../../../kit/state/notifier-store.ts';
import { addNode, setCredential, setValues } from '../commands/canvas-commands.ts';
import { groupNodes } from '../commands/groups.ts';
import { duplicateParts } from '../run/spoken-acts.ts';
import { build, inputsOf, keeper, wire } from '../testing/flow-maker.ts';
import { agentStep, testTemplates } from '../testing/test-templates.ts';
import { toFlowData } from './canvas-doc.ts';
import {
  type CanvasStore,
  createCanvasStore,
  docOf,
  openFlow,
  runCommand,
  selectNodes,
} from './canvas-store.ts';
import { copyText, readClipboardText, replaceByPasted } from './clipboard.ts';
import { undo } from './history.ts';
import { putNodes, takeNodes } from './use-clipboard.ts';

const { model, agent, tool } = testTemplates;
const startStep = agentStep('start', 'Start');
const llmStep = agentStep('llm', 'LLM');
const at = { x: 0, y: 0 };
const origin = () => ({ at });

function opened(): CanvasStore {
  const store = createCanvasStore('CHATFLOW');
  const doc = build(
    ...[addNode(model, at), addNode(keeper, { x: 400, y: 0 }), addNode(agent, { x: 800, y: 0 })],
    wire('chatOpenAI_0', 'keeper_0', 'model'),
    wire('keeper_0', 'toolAgent_0', 'tools'),
    setCredential('keeper_0', 'credential-1'),
    setValues('keeper_0', { pass: 'typed secret' }),
    groupNodes(['chatOpenAI_0', 'keeper_0'], 'Both'),
  );
  openFlow(store, toFlowData(doc));
  selectNodes(store, new Set());
  return store;
}

/** A clipboard event as the browser sends it to an element. */
function clipboardEvent(type: string, target: Element, text = ''): ClipboardEvent {
  const clipboardData = new DataTransfer();
  if (text) clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent(type, { bubbles: true, cancelable: true, clipboardData });
  target.dispatchEvent(event);
  return event;
}

const ids = (store: CanvasStore) => store.getState().nodes.map((node) => node.id);
const toasts = () => useNotifier.getState().notifications.map((toast) => toast.message);

beforeEach(() => {
  document.body.innerHTML = '<main tabindex="-1"></main><input><div role="dialog"><button>x</button></div>';
  useNotifier.setState({ notifications: [], history: [] });
  hideCanvasDialog();
});
const main = () => document.querySelector('main')!;

describe('copying', () => {
  it('the selected nodes go as text with the edges between them and their whole groups, without passwords', () => {
    const store = opened();
    selectNodes(store, new Set(['chatOpenAI_0', 'keeper_0']));
    const event = clipboardEvent('copy', main());
    expect(takeNodes(store, event, false)).toBe(true);
    const text = event.clipboardData!.getData('text/plain');
    const flow = readClipboardText(text)!;
    expect(flow.nodes.map((node) => node.id)).toEqual(['chatOpenAI_0', 'keeper_0']);
    expect(flow.edges).toHaveLength(1);
    expect(flow.groups).toHaveLength(1);
    expect(text).not.toContain('typed secret');
    expect(event.defaultPrevented).toBe(true);
    expect(ids(store)).toHaveLength(3);
  });

  it('cutting takes them away in one step', () => {
    const store = opened();
    selectNodes(store, new Set(['keeper_0']));
    takeNodes(store, clipboardEvent('cut', main()), true);
    expect(ids(store)).toEqual(['chatOpenAI_0', 'toolAgent_0']);
    undo(store);
    expect(ids(store)).toEqual(['chatOpenAI_0', 'keeper_0', 'toolAgent_0']);
  });

  it('nothing selected, a field, a dialog or a locked drawing leave the clipboard to the browser', () => {
    const store = opened();
    expect(takeNodes(store, clipboardEvent('copy', main()), false)).toBe(false);
    selectNodes(store, new Set(['keeper_0']));
    expect(takeNodes(store, clipboardEvent('copy', document.querySelector('input')!), false)).toBe(false);
    expect(takeNodes(store, clipboardEvent('cut', document.querySelector('button')!), true)).toBe(false);
    showCanvasDialog({ kind: 'name' });
    expect(takeNodes(store, clipboardEvent('copy', main()), false)).toBe(false);
    hideCanvasDialog();
    store.setState({ isLocked: true });
    expect(takeNodes(store, clipboardEvent('cut', main()), true)).toBe(false);
    expect(takeNodes(store, clipboardEvent('copy', main()), false)).toBe(true);
  });
});

describe('pasting', () => {
  it('a copy travels to another canvas of this app and keeps which stored secret it uses', () => {
    const text = copyText(opened(), ['chatOpenAI_0', 'keeper_0']);
    const other = createCanvasStore('CHATFLOW');
    expect(putNodes(other, clipboardEvent('paste', main(), text), origin)).toBe(true);
    expect(ids(other)).toEqual(['chatOpenAI_0', 'keeper_0']);
    expect(other.getState().nodes[1]?.data.credential).toBe('credential-1');
    expect(inputsOf(docOf(other.getState()), 'keeper_0')['pass']).toBe('');
    expect(other.getState().history.past).toHaveLength(1);
  });

  it('from another address it loses the ids of stored secrets', () => {
    const text = copyText(opened(), ['keeper_0']).replace(location.origin, 'https://elsewhere.example');
    const other = createCanvasStore('CHATFLOW');
    putNodes(other, clipboardEvent('paste', main(), text), origin);
    expect(other.getState().nodes[0]?.data.credential).toBe('');
  });

  it('a whole flow is added, and the offer to replace the canvas instead makes one step of it', () => {
    const store = opened();
    const foreign = toFlowData(build(addNode(tool, at), addNode(model, at)));
    const before = ids(store);
    putNodes(store, clipboardEvent('paste', main(), JSON.stringify(foreign)), origin);
    expect(ids(store)).toEqual([...before, 'calculator_0', 'chatOpenAI_1']);
    expect(store.getState().pasted?.edits).toBe(store.getState().edits);
    replaceByPasted(store);
    expect(ids(store)).toEqual(['calculator_0', 'chatOpenAI_0']);
    expect(store.getState().pasted).toBeNull();
    expect(store.getState().history.past).toHaveLength(1);
    undo(store);
    expect(ids(store)).toEqual(before);
  });

  it('the offer is gone after the next change, and is not made for a part, for itself or on an empty canvas', () => {
    const store = opened();
    const foreign = JSON.stringify(toFlowData(build(addNode(tool, at))));
    putNodes(store, clipboardEvent('paste', main(), foreign), origin);
    runCommand(store, setValues('chatOpenAI_0', { temperature: 1 }));
    const present = ids(store);
    replaceByPasted(store);
    expect(ids(store)).toEqual(present);

    const other = opened();
    putNodes(other, clipboardEvent('paste', main(), copyText(other, ['keeper_0'])), origin);
    putNodes(other, clipboardEvent('paste', main(), copyText(opened(), ids(opened()))), origin);
    expect(other.getState().pasted).toBeNull();
    const empty = createCanvasStore('CHATFLOW');
    putNodes(empty, clipboardEvent('paste', main(), foreign), origin);
    expect(empty.getState().pasted).toBeNull();
  });

  it('text that is no flow is left alone; a flow that cannot be read is said so', () => {
    const store = opened();
    const plain = clipboardEvent('paste', main(), 'hello');
    expect(putNodes(store, plain, origin)).toBe(false);
    expect(plain.defaultPrevented).toBe(false);
    expect(toasts()).toEqual([]);
    putNodes(store, clipboardEvent('paste', main(), '{"nodes":[{"id":1}],"edges":[]}'), origin);
    expect(toasts()[0]).toMatch(/could not be read: nodes\.0\.id/);
    expect(store.getState().edits).toBe(0);
  });

  it('a field, a dialog or a lock takes no nodes', () => {
    const store = opened();
    const text = copyText(store, ['keeper_0']);
    putNodes(store, clipboardEvent('paste', document.querySelector('input')!, text), origin);
    putNodes(store, clipboardEvent('paste', document.querySelector('button')!, text), origin);
    store.setState({ isLocked: true });
    putNodes(store, clipboardEvent('paste', main(), text), origin);
    expect(ids(store)).toHaveLength(3);
    expect(toasts()).toEqual(['The canvas is locked. Unlock it to paste.']);
  });
});

describe('a second Start', () => {
  const steps = () => {
    const store = createCanvasStore('AGENTFLOW');
    const doc = build(
      ...[addNode(startStep, at), addNode(llmStep, { x: 400, y: 0 })],
      wire('startAgentflow_0', 'llmAgentflow_0', 'previous'),
    );
    openFlow(store, toFlowData(doc));
    return store;
  };
  const both = ['startAgentflow_0', 'llmAgentflow_0'];

  it('stays out of what is pasted and duplicated, which is said, and the rest is added', () => {
    const store = steps();
    putNodes(store, clipboardEvent('paste', main(), copyText(store, both)), origin);
    expect(ids(store)).toEqual([...both, 'llmAgentflow_1']);
    expect(toasts()).toEqual([
      'An agent flow has one Start. “Start” was left out, everything else was added.',
    ]);
    duplicateParts(store, new Set(both));
    expect(ids(store)).toHaveLength(4);
    expect(toasts()).toHaveLength(2);
  });

  it('alone is not added, which is said', () => {
    const store = steps();
    const { edits } = store.getState();
    duplicateParts(store, new Set(['startAgentflow_0']));
    putNodes(store, clipboardEvent('paste', main(), copyText(store, ['startAgentflow_0'])), origin);
    expect(toasts()).toEqual(Array(2).fill('An agent flow has one Start. “Start” was not added.'));
    expect(store.getState().edits).toBe(edits);
  });

  it('of a pasted text is left out on an empty canvas, too', () => {
    const flow = toFlowData(build(addNode(startStep, at)));
    const [one] = flow.nodes;
    const twice = { ...flow, nodes: [one, { ...one, id: 'startAgentflow_7', position: { x: 300, y: 0 } }] };
    const store = createCanvasStore('AGENTFLOW');
    putNodes(store, clipboardEvent('paste', main(), JSON.stringify(twice)), origin);
    expect(ids(store)).toEqual(['startAgentflow_0']);
    expect(toasts()).toHaveLength(1);
  });
});
