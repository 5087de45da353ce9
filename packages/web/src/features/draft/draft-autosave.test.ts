import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renameNode, setValues } from '../canvas/commands/canvas-commands.ts';
import { toFlowData } from '../canvas/document/canvas-doc.ts';
import { createCanvasStore, docOf, openFlow, runCommand } from '../canvas/document/canvas-store.ts';
import { undo } from '../canvas/document/history.ts';
import { type AutosaveEvents, autosaveMs, DraftAutosave } from './draft-autosave.ts';
import type { DraftSession } from './draft-session.ts';
import { createFlowFile, isDirty, isOnlyInMemory, unsavedSteps } from './flow-file.ts';
import { baseFlow, edited } from './testing/edited.ts';
import { type FlowServer, startFlowServer } from './testing/flow-server.ts';

let server: FlowServer;
let stop: () => void = () => undefined;

beforeEach(async () => {
  server = await startFlowServer(baseFlow());
});

afterEach(async () => {
  vi.useRealTimers();
  stop();
  await server.close();
});

function opened(isNew = false) {
  const canvas = createCanvasStore('CHATFLOW');
  const detail = server.detail();
  openFlow(canvas, detail.flowData);
  const file = isNew ? createFlowFile('Untitled flow') : createFlowFile('Untitled', detail);
  const session: DraftSession = { canvas, file, editorId: crypto.randomUUID(), user: 'a@b.c' };
  const events = { merged: vi.fn(), refused: vi.fn(), notKept: vi.fn() } satisfies AutosaveEvents;
  const autosave = new DraftAutosave(session, events);
  return { canvas, file, autosave, events, isDirty: () => isDirty(file.getState(), canvas.getState().edits) };
}

const template = (text: string) => setValues('promptTemplate_0', { template: text });
const storedPrompt = () =>
  server.detail().flowData.nodes.find((node) => node.id === 'promptTemplate_0')?.data.inputs?.['template'];

describe('saving', () => {
  it('CANVAS-03: an edit makes the flow dirty and a save clean; undoing to what was saved is no edit', async () => {
    const { canvas, file, autosave, isDirty: dirty } = opened();
    runCommand(canvas, template('one'));
    expect(dirty()).toBe(true);
    expect(unsavedSteps(file.getState(), canvas.getState())).toBe(1);
    expect(await autosave.save({ isCheckpoint: true })).toBe(true);
    expect(dirty()).toBe(false);
    expect(file.getState()).toMatchObject({ revision: 5, phase: 'resting', savedAt: 3 });
    expect(storedPrompt()).toBe('one');
    runCommand(canvas, renameNode('calculator_0', 'Sums'));
    expect(dirty()).toBe(true);
    undo(canvas);
    expect(dirty()).toBe(false);
  });

  it('CANVAS-03: an edit made while the save is under way stays unsaved', async () => {
    const { canvas, autosave, isDirty: dirty } = opened();
    runCommand(canvas, template('one'));
    const saving = autosave.save({ isCheckpoint: true });
    // The text of the save is written in the turn after this one.
    await vi.waitFor(() => expect(server.seen).toContain('PUT flows/flow-1/draft'));
    runCommand(canvas, template('two'));
    await saving;
    expect(dirty()).toBe(true);
    expect(storedPrompt()).toBe('one');
  });

  it('a new flow is made by its first save and saved over by the next', async () => {
    const { file, autosave } = opened(true);
    await autosave.saveAsNew('Mine');
    expect(file.getState()).toMatchObject({ id: 'flow-2', name: 'Mine', revision: 1 });
    await autosave.save({ isCheckpoint: true });
    expect(server.seen.map((line) => line.split(' ')[0])).toEqual(['POST', 'PUT']);
  });

  it('a new flow is kept by the server five seconds after its first edit, once, and is named later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { canvas, file, autosave } = opened(true);
    const created = vi.fn();
    autosave.onCreated = created;
    stop = autosave.start();
    runCommand(canvas, template('a'));
    await vi.advanceTimersByTimeAsync(autosaveMs);
    await vi.waitFor(() => expect(file.getState()).toMatchObject({ id: 'flow-2', isUnnamed: true }));
    expect(created).toHaveBeenCalledWith('flow-2');
    runCommand(canvas, template('b'));
    await vi.advanceTimersByTimeAsync(autosaveMs);
    await vi.waitFor(() => expect(server.seen.at(-1)).toMatch(/^PUT /));
  });

  it('two who want the draft of a new flow at once get one', async () => {
    const { autosave } = opened(true);
    await Promise.all([autosave.createDraft(), autosave.createDraft()]);
    expect(server.seen.filter((line) => line.startsWith('POST'))).toHaveLength(1);
  });

  it('many edits become one autosave, five seconds after the first', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { canvas, autosave } = opened();
    stop = autosave.start();
    for (const text of ['a', 'ab', 'abc']) runCommand(canvas, template(text));
    vi.advanceTimersByTime(autosaveMs - 1);
    expect(server.seen).toEqual([]);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await vi.waitFor(() => expect(storedPrompt()).toBe('abc'));
    expect(server.seen).toEqual(['PUT flows/flow-1/draft']);
  });

  it('an edit after a manual save is autosaved too', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { canvas, autosave } = opened();
    stop = autosave.start();
    runCommand(canvas, template('by hand'));
    await autosave.save({ isCheckpoint: true });
    runCommand(canvas, template('by itself'));
    vi.advanceTimersByTime(autosaveMs);
    vi.useRealTimers();
    await vi.waitFor(() => expect(storedPrompt()).toBe('by itself'));
  });

  it('a failed manual save is retried automatically', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { canvas, autosave } = opened();
    stop = autosave.start();
    server.refusals = [503];
    runCommand(canvas, template('in the end'));
    await expect(autosave.save({ isCheckpoint: true })).rejects.toMatchObject({ status: 503 });
    vi.advanceTimersByTime(autosaveMs);
    vi.useRealTimers();
    await vi.waitFor(() => expect(storedPrompt()).toBe('in the end'));
  });

  it('a save the server cannot take now is tried again until it can', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { canvas, file, autosave, events } = opened();
    stop = autosave.start();
    server.refusals = [503, 500];
    runCommand(canvas, template('kept on'));
    vi.advanceTimersByTime(autosaveMs);
    for (const tries of [1, 2]) {
      await vi.waitFor(() => expect(server.seen).toHaveLength(tries));
      await vi.waitFor(() => expect(file.getState().phase).toBe('failed'));
      await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
      vi.advanceTimersByTime(60_000);
    }
    await vi.waitFor(() => expect(storedPrompt()).toBe('kept on'));
    expect(events.refused).not.toHaveBeenCalled();
  });

  it('a flow that was deleted elsewhere can be saved as a new one', async () => {
    const { canvas, file, autosave } = opened();
    server.refusals = [404];
    runCommand(canvas, template('still here'));
    await expect(autosave.save({ isCheckpoint: true })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(file.getState()).toMatchObject({ id: null, phase: 'failed' });
    await autosave.saveAsNew('Again');
    expect(storedPrompt()).toBe('still here');
  });
});

describe("somebody else's save", () => {
  it('is merged and saved when it does not clash', async () => {
    const { canvas, file, autosave, events, isDirty: dirty } = opened();
    runCommand(canvas, template('mine'));
    server.saveAsOther(edited(baseFlow(), renameNode('calculator_0', 'Theirs')));
    expect(await autosave.save({ isCheckpoint: false })).toBe(true);
    expect(events.merged).toHaveBeenCalledWith({ kind: 'merged', author: 'Ada' });
    expect(dirty()).toBe(false);
    expect(file.getState().revision).toBe(6);
    const labels = (nodes: { id: string; data: { label: string } }[]) =>
      nodes.find((node) => node.id === 'calculator_0')?.data.label;
    expect([labels(server.detail().flowData.nodes), labels(canvas.getState().nodes)]).toEqual([
      'Theirs',
      'Theirs',
    ]);
    expect(storedPrompt()).toBe('mine');
  });

  it('waits for a choice when it clashes, and nothing is sent until then', async () => {
    const { canvas, file, autosave } = opened();
    runCommand(canvas, template('mine'));
    server.saveAsOther(edited(baseFlow(), template('theirs')));
    expect(await autosave.save({ isCheckpoint: true })).toBe(false);
    expect(file.getState()).toMatchObject({ phase: 'clash', clash: { author: 'Ada' } });
    runCommand(canvas, renameNode('calculator_0', 'Meanwhile'));
    expect(await autosave.save({ isCheckpoint: false })).toBe(false);
    expect(storedPrompt()).toBe('theirs');
    expect(await autosave.settle({ 'promptTemplate_0:input:template': 'theirs' })).toBe(true);
    expect(storedPrompt()).toBe('theirs');
    const saved = server.detail().flowData.nodes.find((node) => node.id === 'calculator_0');
    expect(saved?.data.label).toBe('Meanwhile');
    expect(file.getState().clash).toBeNull();
  });

  it('is taken over by a canvas without edits, which is then clean', async () => {
    const { canvas, autosave, isDirty: dirty } = opened();
    server.saveAsOther(edited(baseFlow(), template('theirs')));
    await autosave.merge();
    expect(dirty()).toBe(false);
    const prompt = toFlowData(docOf(canvas.getState())).nodes.find((node) => node.id === 'promptTemplate_0');
    expect(prompt?.data.inputs?.['template']).toBe('theirs');
  });
});

it('a device that cannot keep edits says so once, and they count as only in memory', async () => {
  const { canvas, file, autosave, events } = opened();
  stop = autosave.start();
  runCommand(canvas, template('one'));
  await autosave.keep();
  runCommand(canvas, template('two'));
  await autosave.keep();
  expect(events.notKept).toHaveBeenCalledTimes(1);
  expect(file.getState().keepFailure).not.toBe('');
  expect(isOnlyInMemory(file.getState(), canvas.getState().edits)).toBe(true);
  await autosave.forget();
});
