import { storedValueMask } from '@tendril/contract/api/credentials';
import type { FlowDetail } from '@tendril/contract/api/flows';
import type { FlowData } from '@tendril/contract/flow/flow';
import { describe, expect, it } from 'vitest';
import { addNode, renameNode, setValues } from '../canvas/commands/canvas-commands.ts';
import { createCanvasStore, openFlow } from '../canvas/document/canvas-store.ts';
import { undo } from '../canvas/document/history.ts';
import type { KeptDraft } from './draft-journal.ts';
import type { DraftSession } from './draft-session.ts';
import { createFlowFile, isDirty } from './flow-file.ts';
import { recoverDrafts } from './recover-drafts.ts';
import { baseFlow, edited, testTemplate } from './testing/edited.ts';

function detailOf(flowData: FlowData, draftRevision: number): FlowDetail {
  return {
    id: 'flow-1',
    name: 'First',
    description: '',
    type: 'CHATFLOW',
    category: '',
    isPublic: false,
    status: 'never',
    liveVersion: null,
    apikeyid: null,
    chatbotConfig: {},
    hasImportReport: false,
    createdAt: 1,
    updatedAt: 2,
    draftRevision,
    draftVersion: 1,
    flowData,
  };
}

function opened(detail: FlowDetail): DraftSession {
  const canvas = createCanvasStore('CHATFLOW');
  openFlow(canvas, detail.flowData);
  return { canvas, file: createFlowFile('Untitled', detail), editorId: 'now', user: 'a@b.c' };
}

function kept(editorId: string, base: FlowData, flow: FlowData, baseRevision = 4): KeptDraft {
  return {
    editorId,
    user: 'a@b.c',
    flowId: 'flow-1',
    isNew: false,
    kind: 'CHATFLOW',
    name: 'First',
    baseRevision,
    edits: 3,
    nodeCount: flow.nodes.length,
    withheld: 0,
    at: 1,
    base: JSON.stringify(base),
    flow: JSON.stringify(flow),
  };
}

const template = (text: string) => setValues('promptTemplate_0', { template: text });
const inputIn = ({ canvas }: DraftSession, id: string, name: string) =>
  canvas.getState().nodes.find((node) => node.id === id)?.data.inputs?.[name];

describe('edits the server never got', () => {
  it('come back as one step that can be undone, when the draft is still the one they were made on', () => {
    const base = baseFlow();
    const session = opened(detailOf(base, 4));
    const draft = kept('before', base, edited(base, template('mine'), renameNode('calculator_0', 'Sums')));
    expect(recoverDrafts(session, [draft], detailOf(base, 4))).toEqual(['before']);
    expect(inputIn(session, 'promptTemplate_0', 'template')).toBe('mine');
    expect(session.file.getState().restored).toEqual({ edits: 3, withMerge: false, withheld: 0 });
    expect(isDirty(session.file.getState(), session.canvas.getState().edits)).toBe(true);
    undo(session.canvas);
    expect(inputIn(session, 'promptTemplate_0', 'template')).toBe('Say {question}');
    expect(isDirty(session.file.getState(), session.canvas.getState().edits)).toBe(false);
  });

  it('are merged with a newer draft, and those of two crashed tabs with each other', () => {
    const base = baseFlow();
    const newer = detailOf(edited(base, renameNode('calculator_0', 'Theirs')), 5);
    const session = opened(newer);
    const one = kept('one', base, edited(base, template('mine')));
    const two = kept('two', base, edited(base, setValues('chatOpenAI_0', { temperature: 0.1 })));
    expect(recoverDrafts(session, [one, two], newer)).toEqual(['one', 'two']);
    expect(inputIn(session, 'promptTemplate_0', 'template')).toBe('mine');
    expect(inputIn(session, 'chatOpenAI_0', 'temperature')).toBe(0.1);
    const label = session.canvas.getState().nodes.find((node) => node.id === 'calculator_0')?.data.label;
    expect(label).toBe('Theirs');
    expect(session.file.getState()).toMatchObject({ revision: 5, restored: { edits: 6, withMerge: true } });
  });

  it('wait for a choice when they clash with a newer draft: mine is on the canvas, nothing is saved over', () => {
    const base = baseFlow();
    const newer = detailOf(edited(base, template('theirs')), 5);
    const session = opened(newer);
    recoverDrafts(session, [kept('before', base, edited(base, template('mine')))], newer);
    expect(inputIn(session, 'promptTemplate_0', 'template')).toBe('mine');
    expect(session.file.getState()).toMatchObject({ phase: 'clash', revision: 4 });
    expect(session.file.getState().clash?.theirs.draftRevision).toBe(5);
  });

  it('are forgotten without a word when the server has them after all, or when they cannot be read', () => {
    const base = baseFlow();
    const saved = detailOf(edited(base, template('mine')), 5);
    const session = opened(saved);
    const same = kept('same', base, edited(base, template('mine')));
    const broken = { ...same, editorId: 'broken', flow: '{"nodes":[' };
    expect(recoverDrafts(session, [same, broken], saved)).toEqual(['same', 'broken']);
    expect(session.file.getState().restored).toBeNull();
    expect(isDirty(session.file.getState(), session.canvas.getState().edits)).toBe(false);
  });

  it('ATK-061: a typed password was not kept: its place is empty, a stored one stays masked', () => {
    const base = edited(
      baseFlow(),
      addNode(testTemplate('secretTool'), { x: 0, y: 0 }),
      setValues('secretTool_0', { key: storedValueMask }),
    );
    const flow = edited(
      base,
      addNode(testTemplate('secretTool'), { x: 0, y: 0 }),
      setValues('secretTool_1', { key: storedValueMask, place: 'here' }),
    );
    const session = opened(detailOf(base, 4));
    recoverDrafts(session, [{ ...kept('before', base, flow), withheld: 1 }], detailOf(base, 4));
    expect(inputIn(session, 'secretTool_0', 'key')).toBe(storedValueMask);
    expect(inputIn(session, 'secretTool_1', 'key')).toBe('');
    expect(inputIn(session, 'secretTool_1', 'place')).toBe('here');
    expect(session.file.getState().restored?.withheld).toBe(1);
  });
});
