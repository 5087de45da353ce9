import type { LoggedEvent, RunEvent } from '@tendril/contract/run-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addNode, connect, moveNodes, setValues } from '../commands/canvas-commands.ts';
import { pinOutput } from '../commands/pin-output.ts';
import { type CanvasStore, createCanvasStore, runCommand } from '../document/canvas-store.ts';
import { undo } from '../document/history.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { staleNodes } from './run-freshness.ts';
import {
  eventsUpToHead,
  movePlayHead,
  setStripOpen,
  shownRunOf,
  showStoredRun,
  showTaken,
  takeRunEvent,
} from './shown-run.ts';

const logged = (runId: string, events: RunEvent[], from = 1): LoggedEvent[] =>
  events.map((event, at) => ({ ...event, runId, seq: from + at, at: 1000 + 10 * (from + at) }));
const start: RunEvent = { type: 'run-start', flowId: 'f', question: '?', versionNumber: 1, isDemo: false };
const begin = (nodeId: string): RunEvent => ({
  type: 'node-start',
  nodeId,
  name: nodeId,
  label: nodeId,
  input: {},
});
const end = (nodeId: string): RunEvent => ({ type: 'node-end', nodeId, name: nodeId, ms: 5, output: '' });
const fail = (nodeId: string): RunEvent => ({
  type: 'node-error',
  nodeId,
  name: nodeId,
  ms: 1,
  code: 'NODE_FAILED',
  message: 'broken',
});

const model = 'chatOpenAI_0';
const agent = 'toolAgent_0';
let canvas: CanvasStore;

beforeEach(() => {
  canvas = createCanvasStore('CHATFLOW');
  runCommand(canvas, addNode(testTemplates.model, { x: 0, y: 0 }));
  runCommand(canvas, addNode(testTemplates.agent, { x: 400, y: 0 }));
  runCommand(canvas, addNode(testTemplates.prompt, { x: 0, y: 400 }));
  const { nodes } = canvas.getState();
  const output = nodes[0]?.data.outputAnchors?.[0]?.id ?? '';
  const input = nodes[1]?.data.inputAnchors?.find(({ name }) => name === 'model')?.['id'] as string;
  runCommand(canvas, connect({ source: model, sourceHandle: output, target: agent, targetHandle: input }));
  expect(canvas.getState().edges).toHaveLength(1);
});

const play = (events: readonly LoggedEvent[]) => {
  for (const event of events) takeRunEvent(canvas, event);
  showTaken(canvas);
};
const marks = () => canvas.getState().run.nodes;

describe('the run on the canvas', () => {
  const events = logged('r', [start, begin(model), end(model), begin(agent), fail(agent)]);

  it('is kept with its events, without the pieces of the answer and without duplicates', () => {
    play(events);
    play(events.slice(2));
    takeRunEvent(canvas, { type: 'text-delta', callerId: agent, text: 'x', runId: 'r', seq: 6, at: 2000 });
    expect(shownRunOf(canvas).getState()).toMatchObject({ runId: 'r', events, isStripOpen: true });
    expect(marks()[agent]).toMatchObject({ status: 'error', message: 'broken' });
  });

  it('the play head shows the nodes as they were then, and what comes later does not move it', () => {
    play(events.slice(0, 4));
    movePlayHead(canvas, { count: 2, ms: 10 });
    expect(marks()).toMatchObject({ [model]: { status: 'running' } });
    expect(marks()[agent]).toBeUndefined();
    expect(canvas.getState().run.momentAt).toBe(1020);
    expect(eventsUpToHead(shownRunOf(canvas).getState())).toHaveLength(2);
    play([events[4]!]);
    expect(marks()[agent]).toBeUndefined();
    setStripOpen(canvas, false);
    expect(marks()[agent]).toMatchObject({ status: 'error' });
    expect(canvas.getState().run.momentAt).toBeNull();
  });

  it('going back before a failure takes its row off the card again', () => {
    const heightOf = () => canvas.getState().nodes.find(({ id }) => id === agent)?.height ?? 0;
    const before = heightOf();
    play(events);
    expect(heightOf()).toBeGreaterThan(before);
    movePlayHead(canvas, { count: 3, ms: 20 });
    expect(heightOf()).toBe(before);
  });

  it('a run that a person let go on joins the one that waited', () => {
    play(logged('r', [start, begin(model), end(model), { type: 'run-end', status: 'waiting', ms: 9 }]));
    play(logged('r2', [{ ...start, resumes: 'r' }, begin(agent)]));
    expect(shownRunOf(canvas).getState()).toMatchObject({ runId: 'r2', head: null });
    expect(shownRunOf(canvas).getState().events).toHaveLength(6);
    expect(marks()).toMatchObject({ [model]: { status: 'done' }, [agent]: { status: 'running' } });
  });

  it('a burst of events is shown at once, and nothing of it is lost', () => {
    vi.useFakeTimers();
    let drawn = 0;
    const leave = canvas.subscribe(() => {
      drawn += 1;
    });
    const ids = Array.from({ length: 100 }, (_, at) => `n${at}`);
    for (const event of logged('burst', [start, ...ids.flatMap((id) => [begin(id), end(id)])]))
      takeRunEvent(canvas, event);
    vi.runAllTimers();
    vi.useRealTimers();
    leave();
    expect(Object.values(marks())).toHaveLength(100);
    expect(shownRunOf(canvas).getState().events).toHaveLength(201);
    expect(drawn).toBeLessThanOrEqual(2);
  });

  it('an old run is looked at from its stored events', () => {
    play(logged('new', [start]));
    showStoredRun(canvas, 'r', events);
    expect(canvas.getState().run).toMatchObject({ runId: 'r', nodes: { [agent]: { status: 'error' } } });
    expect(shownRunOf(canvas).getState()).toMatchObject({ runId: 'r', ranWith: null });
  });
});

describe('what was edited since the run', () => {
  const stale = () => [...staleNodes(canvas.getState(), shownRunOf(canvas).getState().ranWith)].sort();

  beforeEach(() => play(logged('r', [start, begin(model), end(model)])));

  it('an edited node and everything after it is stale, a moved one is not, and undo makes it fresh again', () => {
    runCommand(canvas, moveNodes(new Set([model]), { x: 50, y: 0 }));
    expect(stale()).toEqual([]);
    runCommand(canvas, setValues(model, { temperature: 0.1 }));
    expect(stale()).toEqual([model, agent]);
    undo(canvas);
    expect(stale()).toEqual([]);
    runCommand(canvas, setValues(agent, { systemMessage: 'x' }));
    expect(stale()).toEqual([agent]);
  });

  it('a pin makes stale what comes after it too, and a new run is fresh', () => {
    runCommand(canvas, pinOutput(model, { outputs: { chatOpenAI: 1 }, at: 1 }));
    expect(stale()).toEqual([model, agent]);
    play(logged('r3', [start]));
    expect(stale()).toEqual([]);
  });
});
