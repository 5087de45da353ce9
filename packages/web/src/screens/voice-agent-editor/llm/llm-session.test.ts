import { voiceLlmDefaults } from '@tendril/contract/voice/agent-defaults';
import type { VoiceLlm } from '@tendril/contract/voice/voice-agent';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveRestMs } from './llm-saver.ts';
import { createLlmSession } from './llm-session.ts';

/** The record as a server keeps it: a save that names an older revision is refused. */
let stored: VoiceLlm;
let bodies: Record<string, unknown>[];
/** Statuses that the next saves are answered with instead; 0 breaks the line. */
let refusals: number[];
/** Called before each save is answered. */
let beforeAnswer: () => void | Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  stored = { ...voiceLlmDefaults, id: 'l1', revision: 1, generalPrompt: 'You are Adrian.' };
  bodies = [];
  refusals = [];
  beforeAnswer = () => undefined;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_address, init) => {
    const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
    bodies.push(body);
    await beforeAnswer();
    const refusal = refusals.shift();
    if (refusal === 0) throw new TypeError('Failed to fetch');
    if (refusal !== undefined) return Response.json({ code: 'X', message: 'quota' }, { status: refusal });
    if (body['revision'] !== stored.revision) {
      return Response.json({ code: 'STALE_VERSION', message: 'stale' }, { status: 409 });
    }
    const { revision, ...fields } = body;
    stored = { ...stored, ...fields, revision: Number(revision) + 1 };
    return Response.json({ data: stored });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function open() {
  const onStored = vi.fn<(llm: VoiceLlm) => void>();
  const read = vi.fn(async () => stored);
  const session = createLlmSession({ llm: stored, user: 'a@b.c', editorId: 'd1', read, onStored });
  return { session, onStored, read, state: () => session.store.getState() };
}
const otherSaves = (fields: Partial<VoiceLlm>) => {
  stored = { ...stored, ...fields, revision: stored.revision + 1 };
};
const rest = () => vi.advanceTimersByTimeAsync(saveRestMs);

describe('saving by itself', () => {
  it('SP-46: sends what was typed once, 800 ms after the last key, with the revision it was made on', async () => {
    const { session, state, onStored } = open();
    session.change({ generalPrompt: 'You are A' });
    await vi.advanceTimersByTimeAsync(700);
    session.change({ generalPrompt: 'You are Ada.' });
    expect(state().stage).toBe('waiting');
    await vi.advanceTimersByTimeAsync(700);
    expect(bodies).toEqual([]);
    await rest();
    expect(bodies).toEqual([{ generalPrompt: 'You are Ada.', revision: 1 }]);
    expect(state()).toMatchObject({ stage: 'saved', edits: {} });
    expect(onStored).toHaveBeenCalledWith(expect.objectContaining({ revision: 2 }));
  });

  it('sends nothing for an edit that was taken back', async () => {
    const { session, state } = open();
    session.change({ temperature: 0.4 });
    session.change({ temperature: voiceLlmDefaults.temperature });
    await rest();
    expect(bodies).toEqual([]);
    expect(state().stage).toBe('saved');
  });

  it('keeps what is typed while a save is under way, also a step back to the old text', async () => {
    const { session, state } = open();
    beforeAnswer = () => session.change({ generalPrompt: 'You are Adrian.' });
    session.change({ generalPrompt: 'You are Ada.' });
    await rest();
    expect(state()).toMatchObject({ stage: 'waiting', edits: { generalPrompt: 'You are Adrian.' } });
    beforeAnswer = () => undefined;
    await rest();
    expect(bodies.at(-1)).toEqual({ generalPrompt: 'You are Adrian.', revision: 2 });
    expect(stored.generalPrompt).toBe('You are Adrian.');
    expect(state().stage).toBe('saved');
  });

  it('says that a refused save is not saved, and saves again when asked', async () => {
    const { session, state } = open();
    refusals = [400];
    session.change({ model: 'gpt-4o' });
    await rest();
    expect(state()).toMatchObject({ stage: 'failed', failure: 'quota', edits: { model: 'gpt-4o' } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(bodies).toHaveLength(1);
    expect(await session.flush()).toBe(true);
    expect(stored.model).toBe('gpt-4o');
  });

  it('tries again by itself when the server was not reached', async () => {
    const { session, state } = open();
    refusals = [0, 503];
    session.change({ model: 'gpt-4o' });
    await rest();
    expect(state().stage).toBe('failed');
    await vi.advanceTimersByTimeAsync(8000);
    expect(bodies).toHaveLength(3);
    expect(state()).toMatchObject({ stage: 'saved', failure: '' });
  });

  it('reports when this device cannot keep anything', async () => {
    const { session, state } = open();
    session.change({ model: 'gpt-4o' });
    await session.keep();
    expect(state().keepFailure).not.toBe('');
  });
});

describe('somebody else', () => {
  it('changed another field: the save goes on over it', async () => {
    const { session, state } = open();
    otherSaves({ temperature: 0.7 });
    session.change({ generalPrompt: 'You are Ada.' });
    await rest();
    expect(stored).toMatchObject({ generalPrompt: 'You are Ada.', temperature: 0.7 });
    expect(state()).toMatchObject({ stage: 'saved', clash: null });
    expect(state().base.temperature).toBe(0.7);
  });

  it('changed the same field: both stay until a person chooses mine', async () => {
    const { session, state } = open();
    otherSaves({ generalPrompt: 'You are Bob.' });
    session.change({ generalPrompt: 'You are Ada.' });
    await rest();
    expect(state().stage).toBe('clash');
    expect(state().clash).toMatchObject({
      fields: ['generalPrompt'],
      theirs: { generalPrompt: 'You are Bob.' },
    });
    expect(stored.generalPrompt).toBe('You are Bob.');
    session.change({ generalPrompt: 'You are Ada B.' });
    await rest();
    expect(stored.generalPrompt).toBe('You are Bob.');
    expect(await session.settle(['generalPrompt'])).toBe(true);
    expect(stored.generalPrompt).toBe('You are Ada B.');
    expect(state()).toMatchObject({ stage: 'saved', clash: null });
  });

  it('changed the same field: theirs can be taken, and other edits are still saved', async () => {
    const { session, state } = open();
    otherSaves({ generalPrompt: 'You are Bob.' });
    session.change({ generalPrompt: 'You are Ada.', temperature: 0.3 });
    await rest();
    expect(await session.settle([])).toBe(true);
    expect(stored).toMatchObject({ generalPrompt: 'You are Bob.', temperature: 0.3 });
    expect(state().edits).toEqual({});
    expect(state().base.generalPrompt).toBe('You are Bob.');
  });

  it('is heard of without a save: what is not edited follows, an older answer does not', () => {
    const { session, state } = open();
    session.change({ temperature: 0.3 });
    session.adopt({ ...stored, revision: 2, generalPrompt: 'You are Bob.' });
    expect(state()).toMatchObject({ edits: { temperature: 0.3 }, base: { generalPrompt: 'You are Bob.' } });
    session.adopt({ ...stored, revision: 1 });
    expect(state().base.generalPrompt).toBe('You are Bob.');
  });
});

describe('edits of an earlier visit', () => {
  const kept = () => ({ editorId: 'old', user: 'a@b.c', llmId: 'l1', at: 5, base: { ...stored } });

  it('are taken up and sent', async () => {
    const before = kept();
    const { session, state } = open();
    session.recover({ ...before, edits: { generalPrompt: 'You are Ada.' } });
    expect(state().recoveredFrom).toBe(5);
    await rest();
    expect(stored.generalPrompt).toBe('You are Ada.');
  });

  it('wait for a choice where the stored text is another by now', async () => {
    const before = kept();
    otherSaves({ generalPrompt: 'You are Bob.' });
    const { session, state } = open();
    session.recover({ ...before, edits: { generalPrompt: 'You are Ada.' } });
    await rest();
    expect(state()).toMatchObject({ stage: 'clash', edits: { generalPrompt: 'You are Ada.' } });
    expect(state().base.generalPrompt).toBe('You are Adrian.');
    expect(bodies).toEqual([]);
    expect(await session.settle(['generalPrompt'])).toBe(true);
    expect(stored.generalPrompt).toBe('You are Ada.');
  });

  it('that were saved after all are nothing', () => {
    const before = kept();
    otherSaves({ generalPrompt: 'You are Ada.' });
    const { session, state } = open();
    session.recover({ ...before, edits: { generalPrompt: 'You are Ada.' } });
    expect(state()).toMatchObject({ recoveredFrom: null, stage: 'saved', edits: {} });
  });
});
