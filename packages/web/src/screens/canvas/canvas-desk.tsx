import type { FlowDetail } from '@tendril/contract/api/flows';
import type { FlowType } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { ReactFlowProvider } from '@xyflow/react';
import { useState } from 'react';
import { createCanvasStore, openFlow } from '../../canvas/canvas-store.ts';
import { CanvasContext } from '../../canvas/use-canvas.ts';
import { canvasTexts } from '../../texts/en/canvas.ts';
import { say } from '../../texts/texts.ts';
import { CanvasFrame } from './canvas-frame.tsx';
import { FlowFileContext } from './desk.ts';
import { createFlowFile } from './flow-file.ts';

interface CanvasDeskProps {
  kind: FlowType;
  templates: readonly NodeTemplate[];
  /** Left out for a new flow. */
  flow?: FlowDetail;
}

function createDesk({ kind, templates, flow }: CanvasDeskProps) {
  const canvas = createCanvasStore(kind);
  canvas.setState({ templates: new Map(templates.map((template) => [template.name, template])) });
  if (flow) openFlow(canvas, flow.flowData);
  const untitled = say(canvasTexts, kind === 'CHATFLOW' ? 'untitledChat' : 'untitledAgent');
  return { canvas, file: createFlowFile(untitled, flow) };
}

/** One open flow with its stores; they go when it is left. */
export function CanvasDesk(props: CanvasDeskProps) {
  const [{ canvas, file }] = useState(() => createDesk(props));
  return (
    <CanvasContext value={canvas}>
      <FlowFileContext value={file}>
        <ReactFlowProvider>
          <CanvasFrame />
        </ReactFlowProvider>
      </FlowFileContext>
    </CanvasContext>
  );
}
