import type { FlowDetail } from '@tendril/contract/api/flows';
import { emptyFlow, type FlowData, type FlowType } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { ReactFlowProvider } from '@xyflow/react';
import { useEffect, useState } from 'react';
import { addNode } from '../../features/canvas/commands/canvas-commands.ts';
import { toFlowData } from '../../features/canvas/document/canvas-doc.ts';
import { createCanvasStore, openFlow } from '../../features/canvas/document/canvas-store.ts';
import { CanvasContext } from '../../features/canvas/document/use-canvas.ts';
import { DraftAutosave } from '../../features/draft/draft-autosave.ts';
import type { KeptDraft } from '../../features/draft/draft-journal.ts';
import type { DraftSession } from '../../features/draft/draft-session.ts';
import { createFlowFile } from '../../features/draft/flow-file.ts';
import { recoverDrafts } from '../../features/draft/recover-drafts.ts';
import { canvasTexts } from '../../kit/texts/en/canvas.ts';
import { say } from '../../kit/texts/texts.ts';
import { autosaveEvents } from './autosave-events.ts';
import { CanvasFrame } from './canvas-frame.tsx';
import { type EditingSession, EditingSessionContext } from './editing-session.ts';
import { holdFlow } from './opened-flow.ts';

interface CanvasSessionProps {
  kind: FlowType;
  templates: readonly NodeTemplate[];
  user: string | null;
  /** What this device kept: of this flow, or of flows that were never saved. */
  drafts: readonly KeptDraft[];
  onSavedAs: (id: string) => void;
  /** Left out for a new flow. */
  flow?: FlowDetail;
}

/** A new agent flow has its Start already. */
function startedFlow(templates: readonly NodeTemplate[]): FlowData {
  const start = templates.find(({ name }) => name === 'startAgentflow');
  return start ? toFlowData(addNode(start, { x: 80, y: 120 })(emptyCanvas)) : emptyFlow;
}

const emptyCanvas = { nodes: [], edges: [], groups: [] };

interface OpenedSession {
  session: EditingSession;
  /** Earlier sessions whose edits are now on this canvas. */
  usedUp: string[];
  /** Never-saved flows that can be continued. */
  offers: readonly KeptDraft[];
}

function createEditingSession({
  kind,
  templates,
  user,
  drafts,
  flow,
  onSavedAs,
}: CanvasSessionProps): OpenedSession {
  const canvas = createCanvasStore(kind);
  canvas.setState({ templates: new Map(templates.map((template) => [template.name, template])) });
  if (flow) openFlow(canvas, flow.flowData);
  else if (kind === 'AGENTFLOW') openFlow(canvas, startedFlow(templates));
  const untitled = say(canvasTexts, `untitled_${kind}`);
  const file = createFlowFile(untitled, flow);
  const draft: DraftSession = { canvas, file, user, editorId: crypto.randomUUID() };
  const usedUp = flow ? recoverDrafts(draft, drafts, flow) : [];
  const session = { ...draft, autosave: new DraftAutosave(draft, autosaveEvents), onSavedAs };
  return { session, usedUp, offers: flow ? [] : drafts };
}

/** One open flow with its stores, which are discarded when it closes. */
export function CanvasSession(props: CanvasSessionProps) {
  const [{ session, usedUp, offers }] = useState(() => createEditingSession(props));
  useEffect(() => {
    const stop = session.autosave.start();
    void session.autosave.takeOver(usedUp.splice(0));
    const hold = () => holdFlow(session.file.getState().id ?? undefined);
    hold();
    const unsubscribe = session.file.subscribe(hold);
    return () => {
      unsubscribe();
      holdFlow(undefined);
      stop();
    };
  }, [session, usedUp]);
  return (
    <CanvasContext value={session.canvas}>
      <EditingSessionContext value={session}>
        <ReactFlowProvider>
          <CanvasFrame offers={offers} />
        </ReactFlowProvider>
      </EditingSessionContext>
    </CanvasContext>
  );
}
