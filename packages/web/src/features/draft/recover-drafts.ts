import { storedValueMask } from '@tendril/contract/api/credentials';
import type { FlowDetail } from '@tendril/contract/api/flows';
import type { FlowData } from '@tendril/contract/flow/flow';
import { toFlowData } from '../canvas/document/canvas-doc.ts';
import { docOf } from '../canvas/document/canvas-store.ts';
import { isSameFlow } from './diff-flows.ts';
import type { KeptDraft } from './draft-journal.ts';
import type { DraftSession } from './draft-session.ts';
import { mergeFlows } from './merge-flows.ts';
import { adoptFlow } from './merge-theirs.ts';

/** A mask stands for a stored password; where none was stored the typed one was not kept and is empty. */
function withoutLostMasks(flow: FlowData, base: FlowData): FlowData {
  const before = new Map(base.nodes.map((node) => [node.id, node.data.inputs]));
  const nodes = flow.nodes.map((node) => {
    const lost = Object.entries(node.data.inputs ?? {}).filter(
      ([name, value]) => value === storedValueMask && !before.get(node.id)?.[name],
    );
    if (lost.length === 0) return node;
    const emptied = Object.fromEntries(lost.map(([name]) => [name, '']));
    return { ...node, data: { ...node.data, inputs: { ...node.data.inputs, ...emptied } } };
  });
  return { ...flow, nodes };
}

interface ReadDraft {
  present: FlowData;
  base: FlowData;
}

function read(draft: KeptDraft): ReadDraft | undefined {
  try {
    const base = JSON.parse(draft.base) as FlowData;
    return { base, present: withoutLostMasks(JSON.parse(draft.flow) as FlowData, base) };
  } catch {
    // Truncated by a full disk: there is nothing to restore.
    return undefined;
  }
}

/** Puts the edits of a never-saved flow on an empty canvas; the session continues under its name. */
export function recoverNew({ canvas, file }: DraftSession, draft: KeptDraft): void {
  const kept = read(draft);
  if (!kept) return;
  adoptFlow(canvas, kept.present);
  const { edits, withheld, name, flowId: localId } = draft;
  file.setState({ localId, name, restored: { edits, withMerge: false, withheld } });
}

/**
 * Brings back edits that the server never got, onto the draft it has now: edits made on that draft as they are, edits
 * made on an older one merged, and conflicts left to the user. Returns the sessions whose drafts were applied.
 */
export function recoverDrafts(
  session: DraftSession,
  drafts: readonly KeptDraft[],
  detail: FlowDetail,
): string[] {
  const { canvas, file } = session;
  const usedUp: string[] = [];
  for (const draft of drafts) {
    const kept = read(draft);
    const now = toFlowData(docOf(canvas.getState()));
    usedUp.push(draft.editorId);
    if (!kept || isSameFlow(kept.present, now)) continue;
    const { present, base } = kept;
    const { flow, clashes } = mergeFlows({ base, mine: present, theirs: now });
    if (isSameFlow(flow, now)) continue;
    const edits = (file.getState().restored?.edits ?? 0) + Math.max(1, draft.edits);
    const withheld = (file.getState().restored?.withheld ?? 0) + draft.withheld;
    const withMerge = draft.baseRevision !== detail.draftRevision;
    if (clashes.length === 0) {
      adoptFlow(canvas, flow);
      file.setState({ restored: { edits, withMerge, withheld } });
      continue;
    }
    if (file.getState().restored) {
      // One thing at a time: this draft stays for the next opening.
      usedUp.pop();
      break;
    }
    adoptFlow(canvas, present);
    file.setState({
      revision: draft.baseRevision,
      base: draft.base,
      phase: 'clash',
      clash: { base, theirs: detail, author: '' },
      restored: { edits, withMerge, withheld },
    });
    break;
  }
  return usedUp;
}
