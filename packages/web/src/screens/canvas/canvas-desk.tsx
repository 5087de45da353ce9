import type { FlowDetail } from '@tendril/contract/api/flows';
import type { FlowType } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { ReactFlowProvider } from '@xyflow/react';
import { useEffect, useState } from 'react';
import { createCanvasStore, openFlow } from '../../features/canvas/document/canvas-store.ts';
import { CanvasContext } from '../../features/canvas/document/use-canvas.ts';
import type { DraftDesk } from '../../features/draft/draft-desk.ts';
import type { KeptDraft } from '../../features/draft/draft-journal.ts';
import { DraftKeeper } from '../../features/draft/draft-keeper.ts';
import { createFlowFile } from '../../features/draft/flow-file.ts';
import { recoverDrafts } from '../../features/draft/recover-drafts.ts';
import { canvasTexts } from '../../kit/texts/en/canvas.ts';
import { say } from '../../kit/texts/texts.ts';
import { CanvasFrame } from './canvas-frame.tsx';
import { type Desk, DeskContext } from './desk.ts';
import { keeperTold } from './keeper-told.ts';
import { holdFlow } from './opened-flow.ts';

interface CanvasDeskProps {
  kind: FlowType;
  templates: readonly NodeTemplate[];
  user: string | null;
  /** What this device kept: of this flow, or of flows that were never saved. */
  drafts: readonly KeptDraft[];
  onSavedAs: (id: string) => void;
  /** Left out for a new flow. */
  flow?: FlowDetail;
}

interface OpenedDesk {
  desk: Desk;
  /** Desks of earlier times whose edits are on this canvas now. */
  usedUp: string[];
  /** Flows that were never saved, to go on with. */
  offers: readonly KeptDraft[];
}

function createDesk({ kind, templates, user, drafts, flow, onSavedAs }: CanvasDeskProps): OpenedDesk {
  const canvas = createCanvasStore(kind);
  canvas.setState({ templates: new Map(templates.map((template) => [template.name, template])) });
  if (flow) openFlow(canvas, flow.flowData);
  const untitled = say(canvasTexts, kind === 'CHATFLOW' ? 'untitledChat' : 'untitledAgent');
  const file = createFlowFile(untitled, flow);
  const draft: DraftDesk = { canvas, file, user, deskId: crypto.randomUUID() };
  const usedUp = flow ? recoverDrafts(draft, drafts, flow) : [];
  const desk = { ...draft, keeper: new DraftKeeper(draft, keeperTold), onSavedAs };
  return { desk, usedUp, offers: flow ? [] : drafts };
}

/** One open flow with its stores; they go when it is left. */
export function CanvasDesk(props: CanvasDeskProps) {
  const [{ desk, usedUp, offers }] = useState(() => createDesk(props));
  useEffect(() => {
    const stop = desk.keeper.start();
    void desk.keeper.takeOver(usedUp.splice(0));
    const hold = () => holdFlow(desk.file.getState().id ?? undefined);
    hold();
    const unsubscribe = desk.file.subscribe(hold);
    return () => {
      unsubscribe();
      holdFlow(undefined);
      stop();
    };
  }, [desk, usedUp]);
  return (
    <CanvasContext value={desk.canvas}>
      <DeskContext value={desk}>
        <ReactFlowProvider>
          <CanvasFrame offers={offers} />
        </ReactFlowProvider>
      </DeskContext>
    </CanvasContext>
  );
}
