import { lazy, Suspense, useState } from 'react';
import { useCanvas } from '../../features/canvas/document/use-canvas.ts';
import { ConnectDialog } from '../../features/canvas/view/connect-dialog.tsx';
import type { FlowSettingsDialogsProps } from '../../features/flow-settings/flow-settings-dialogs.tsx';
import { hideCanvasDialog, useCanvasFlags } from '../../kit/state/canvas-flags-store.ts';
import { canvasTexts } from '../../kit/texts/en/canvas.ts';
import { canvasFrameTexts } from '../../kit/texts/en/canvas-frame.ts';
import { draftsTexts } from '../../kit/texts/en/drafts.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './canvas-frame.module.css';
import { useFlowFile } from './editing-session.ts';
import type { PendingLoad } from './flow-file-acts.ts';
import { TextDialog } from './text-dialog.tsx';
import type { FlowActions } from './use-flow-actions.ts';

const ConflictView = lazy(() =>
  import('../../features/draft/conflict-view.tsx').then((module) => ({ default: module.ConflictView })),
);
const ShareDialog = lazy(() =>
  import('../../features/share/share-dialog.tsx').then((module) => ({ default: module.ShareDialog })),
);
const FlowSettingsDialogs = lazy(() =>
  import('../../features/flow-settings/flow-settings-dialogs.tsx').then((module) => ({
    default: module.FlowSettingsDialogs,
  })),
);

const ImportReportPart = lazy(() =>
  import('./import-report-part.tsx').then((module) => ({ default: module.ImportReportPart })),
);
const AddSecretPart = lazy(() =>
  import('./import-report-part.tsx').then((module) => ({ default: module.AddSecretPart })),
);
const LoadReportDialog = lazy(() =>
  import('../../features/export-import/load-report-dialog.tsx').then((module) => ({
    default: module.LoadReportDialog,
  })),
);

const longestName = 200;
const longestNote = 500;

function NameDialog({ onSave }: { onSave: (name: string) => void }) {
  const t = useTexts(canvasTexts);
  const kind = useCanvas((state) => state.kind);
  const present = useFlowFile((file) => file.name);
  return (
    <TextDialog
      title={t(`saveNew_${kind}`)}
      label={t('name')}
      confirmText={t('save')}
      start={present}
      maxLength={longestName}
      onConfirm={onSave}
      onClose={hideCanvasDialog}
    />
  );
}

function CopyDialog({ onSave }: { onSave: (name: string) => void }) {
  const t = useTexts(canvasFrameTexts);
  const words = useTexts(canvasTexts);
  const drafts = useTexts(draftsTexts);
  const name = useFlowFile((file) => file.name);
  return (
    <TextDialog
      title={t('copyTitle')}
      label={words('name')}
      confirmText={words('save')}
      start={drafts('copyName', { name }).slice(0, longestName)}
      hint={t('copyHint', { name })}
      maxLength={longestName}
      onConfirm={onSave}
      onClose={hideCanvasDialog}
    />
  );
}

function NoteDialog({ title, text, confirmText, onConfirm }: NoteDialogProps) {
  const t = useTexts(canvasFrameTexts);
  return (
    <TextDialog
      title={title}
      label={t('note')}
      confirmText={confirmText}
      hint={t('noteHint')}
      maxLength={longestNote}
      isOptional
      onConfirm={onConfirm}
      onClose={hideCanvasDialog}
    >
      {text && <p className={styles['dialogText']}>{text}</p>}
    </TextDialog>
  );
}

interface NoteDialogProps {
  title: string;
  text?: string;
  confirmText: string;
  onConfirm: (note: string) => void;
}

function ClashDialog({ actions }: { actions: FlowActions }) {
  const clash = useFlowFile((file) => file.clash);
  const [isBusy, setIsBusy] = useState(false);
  if (!clash) return null;
  return (
    <ConflictView
      key={clash.theirs.draftRevision}
      clash={clash}
      isBusy={isBusy}
      onSave={(choices) => {
        setIsBusy(true);
        void actions.settle(choices).finally(() => setIsBusy(false));
      }}
      onSaveCopy={actions.saveMineAsCopy}
      onLater={hideCanvasDialog}
    />
  );
}

/** Dialogs about the stored flow, which fetch themselves when they are opened. */
function FlowDialogs({ props }: { props: Readonly<Record<string, unknown>> }) {
  const kind = useCanvas((state) => state.kind);
  const flowId = useFlowFile((file) => file.id);
  const flowName = useFlowFile((file) => file.name);
  if (flowId === null) return null;
  const shared = { flowId, kind, flowName, onClose: hideCanvasDialog };
  if (props['kind'] === 'import-report') return <ImportReportPart flowId={flowId} />;
  if (props['kind'] === 'share') return <ShareDialog {...shared} />;
  return <FlowSettingsDialogs which={props['which'] as FlowSettingsDialogsProps['which']} {...shared} />;
}

/** The canvas's dialogs, of which the app's canvas state shows at most one. */
export function CanvasDialogs({ actions }: { actions: FlowActions }) {
  const t = useTexts(canvasFrameTexts);
  const words = useTexts(canvasTexts);
  const isShown = useCanvasFlags((flags) => flags.canvasDialogShow);
  const props = useCanvasFlags((flags) => flags.canvasDialogProps);
  if (!isShown) return null;
  switch (props['kind']) {
    case 'name':
      return <NameDialog onSave={actions.saveAs} />;
    case 'copy':
      return <CopyDialog onSave={actions.saveAsCopy} />;
    case 'note':
      return (
        <NoteDialog title={t('saveTitle')} confirmText={words('save')} onConfirm={actions.saveWithNote} />
      );
    case 'publish':
      return (
        <NoteDialog
          title={t('publishTitle')}
          text={t('publishText')}
          confirmText={t('publish')}
          onConfirm={(note) => void actions.publish(note)}
        />
      );
    case 'connect':
      return <ConnectDialog nodeId={String(props['nodeId'])} onClose={hideCanvasDialog} />;
    case 'clash':
      return (
        <Suspense>
          <ClashDialog actions={actions} />
        </Suspense>
      );
    case 'add-secret':
      return (
        <Suspense>
          <AddSecretPart nodeId={String(props['nodeId'])} kinds={props['kinds'] as readonly string[]} />
        </Suspense>
      );
    case 'load-report':
      return (
        <Suspense>
          <LoadReportDialog {...(props['load'] as PendingLoad)} onClose={hideCanvasDialog} />
        </Suspense>
      );
    case 'import-report':
    case 'share':
    case 'settings':
      return (
        <Suspense>
          <FlowDialogs props={props} />
        </Suspense>
      );
    default:
      return null;
  }
}
