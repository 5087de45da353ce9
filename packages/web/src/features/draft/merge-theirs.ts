import { listFlowVersions } from '@tendril/contract/api/flow-versions';
import { type FlowDetail, readFlow } from '@tendril/contract/api/flows';
import type { FlowData } from '@tendril/contract/flow/flow';
import { call } from '../../kit/api/call.ts';
import { replaceFlow } from '../canvas/commands/replace-flow.ts';
import { toFlowData } from '../canvas/document/canvas-doc.ts';
import { type CanvasStore, docOf, runCommand, selectNodes } from '../canvas/document/canvas-store.ts';
import { isSameFlow } from './diff-flows.ts';
import type { DraftSession } from './draft-session.ts';
import { noMark, savedState } from './flow-file.ts';
import { safeTextOf } from './flow-text.ts';
import type { Choices } from './merge-clash.ts';
import { mergeFlows } from './merge-flows.ts';

/** Puts a flow on the canvas as one step that can be undone; what is selected stays so. */
export function adoptFlow(canvas: CanvasStore, flow: FlowData): void {
  const selected = canvas.getState().nodes.flatMap((node) => (node.selected ? node.id : []));
  runCommand(canvas, replaceFlow(flow));
  if (selected.length > 0) selectNodes(canvas, new Set(selected));
}

/** Who saved the draft last, if known. */
async function authorOfDraft(id: string): Promise<string> {
  const versions = await call(listFlowVersions, { params: { id }, query: { limit: 1 } }).catch(
    () => undefined,
  );
  return versions?.data[0]?.author ?? '';
}

function settle({ canvas, file }: DraftSession, theirs: FlowDetail, merged: FlowData): void {
  adoptFlow(canvas, merged);
  file.setState({
    ...savedState(theirs),
    name: theirs.name,
    base: safeTextOf(theirs.flowData),
    phase: 'resting',
    failure: '',
    clash: null,
    savedEdits: isSameFlow(merged, theirs.flowData) ? canvas.getState().edits : noMark,
  });
}

/** The result of merging someone else's draft: merged, unchanged, or waiting for the user to resolve conflicts. */
export type MergeOutcome = { kind: 'merged' | 'clash' | 'none'; author: string };

/** Merges the draft that the server has into the drawing; clashes are left to a person. */
function mergeDetail(session: DraftSession, theirs: FlowDetail, author: string): MergeOutcome {
  const { canvas, file } = session;
  if (theirs.draftRevision === file.getState().revision) return { kind: 'none', author };
  const base = JSON.parse(file.getState().base) as FlowData;
  const mine = toFlowData(docOf(canvas.getState()));
  const { flow, clashes } = mergeFlows({ base, mine, theirs: theirs.flowData });
  if (clashes.length > 0) {
    file.setState({ phase: 'clash', clash: { base, theirs, author } });
    return { kind: 'clash', author };
  }
  const isNews = !isSameFlow(mine, flow);
  settle(session, theirs, flow);
  return { kind: isNews ? 'merged' : 'none', author };
}

/** Fetches the server's draft and merges it. */
export async function mergeTheirs(session: DraftSession): Promise<MergeOutcome> {
  const { id } = session.file.getState();
  if (id === null) return { kind: 'none', author: '' };
  const [theirs, author] = await Promise.all([call(readFlow, { params: { id } }), authorOfDraft(id)]);
  return mergeDetail(session, theirs, author);
}

/** Resolves a conflict: the drawing becomes the merge with the user's choices, ready to be saved. */
export function settleClash(session: DraftSession, choices: Choices): void {
  const { clash } = session.file.getState();
  if (!clash) return;
  const mine = toFlowData(docOf(session.canvas.getState()));
  const { flow } = mergeFlows({ base: clash.base, mine, theirs: clash.theirs.flowData }, choices);
  settle(session, clash.theirs, flow);
}
