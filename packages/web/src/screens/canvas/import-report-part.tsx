import { lazy, Suspense } from 'react';
import { giveCredential } from '../../features/canvas/commands/give-credential.ts';
import { useCanvasHost } from '../../features/canvas/document/canvas-host.ts';
import { selectNodes } from '../../features/canvas/document/canvas-store.ts';
import { nodeById } from '../../features/canvas/document/node-index.ts';
import { useCanvasStore, useRunCommand } from '../../features/canvas/document/use-canvas.ts';
import { useView } from '../../features/canvas/view/use-view.ts';
import { FlowReportDialog } from '../../features/export-import/flow-report-dialog.tsx';
import { hideCanvasDialog, showCanvasDialog } from '../../kit/state/canvas-flags-store.ts';

const CredentialDialog = lazy(() =>
  import('../../kit/params/credential-dialog.tsx').then((module) => ({
    default: module.CredentialDialog,
  })),
);

/** The report of the flow's import on its canvas: what it names is shown and settled here. */
export function ImportReportPart({ flowId }: { flowId: string }) {
  const canvas = useCanvasStore();
  const host = useCanvasHost();
  const view = useView();
  const showNode = (nodeId: string, name: string | undefined) => {
    if (!nodeById(canvas.getState().nodes, nodeId)) return;
    host.showBuild();
    selectNodes(canvas, new Set([nodeId]));
    host.openInspector();
    view.reveal(nodeId);
    if (name !== undefined) canvas.setState({ focusRequest: { nodeId, name } });
  };
  const acts = {
    showNode,
    addSecret: (nodeId: string, kinds: readonly string[]) =>
      showCanvasDialog({ kind: 'add-secret', nodeId, kinds }),
    share: () => showCanvasDialog({ kind: 'share' }),
    configure: () => showCanvasDialog({ kind: 'settings', which: 'configuration' }),
  };
  return <FlowReportDialog flowId={flowId} acts={acts} onClose={hideCanvasDialog} />;
}

/** Stores a secret and gives it to the node that asked for it. */
export function AddSecretPart({ nodeId, kinds }: { nodeId: string; kinds: readonly string[] }) {
  const run = useRunCommand();
  const canvas = useCanvasStore();
  return (
    <Suspense>
      <CredentialDialog
        credentialId=""
        kinds={kinds}
        onClose={hideCanvasDialog}
        onStored={(credential) => {
          hideCanvasDialog();
          run(giveCredential(nodeId, credential, kinds, canvas.getState().templates));
        }}
      />
    </Suspense>
  );
}
