import { useState } from 'react';
import { ConnectDialog } from '../../canvas/connect-dialog.tsx';
import { useCanvas } from '../../canvas/use-canvas.ts';
import { hideCanvasDialog, useCanvasFlags } from '../../state/canvas-flags-store.ts';
import { canvasTexts } from '../../texts/en/canvas.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFlowFile } from './desk.ts';
import type { FlowActions } from './use-flow-actions.ts';

function NameDialog({ onSave }: { onSave: (name: string) => void }) {
  const t = useTexts(canvasTexts);
  const kind = useCanvas((state) => state.kind);
  const present = useFlowFile((file) => file.name);
  const [name, setName] = useState(present);
  const trimmed = name.trim();
  return (
    <Dialog
      isOpen
      title={t(kind === 'CHATFLOW' ? 'saveNewChat' : 'saveNewAgent')}
      onClose={hideCanvasDialog}
      onSubmit={() => trimmed !== '' && onSave(trimmed)}
      actions={
        <>
          <Button onClick={hideCanvasDialog}>{t('cancel')}</Button>
          <Button look="primary" type="submit" disabled={trimmed === ''}>
            {t('save')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('name')}
        value={name}
        maxLength={200}
        autoFocus
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
      />
    </Dialog>
  );
}

function StaleDialog({ actions }: { actions: FlowActions }) {
  const t = useTexts(canvasTexts);
  return (
    <Dialog
      isOpen
      title={t('staleTitle')}
      width={560}
      onClose={hideCanvasDialog}
      actions={
        <>
          <Button onClick={actions.reloadTheirs}>{t('reloadTheirs')}</Button>
          <Button look="primary" onClick={actions.saveMineAsCopy}>
            {t('saveMineAsCopy')}
          </Button>
        </>
      }
    >
      <p>{t('staleText')}</p>
    </Dialog>
  );
}

/** The canvas's dialogs, of which the app's canvas state shows at most one (STATE-11). */
export function CanvasDialogs({ actions }: { actions: FlowActions }) {
  const isShown = useCanvasFlags((flags) => flags.canvasDialogShow);
  const props = useCanvasFlags((flags) => flags.canvasDialogProps);
  if (!isShown) return null;
  if (props['kind'] === 'name') return <NameDialog onSave={actions.saveAs} />;
  if (props['kind'] === 'stale') return <StaleDialog actions={actions} />;
  if (props['kind'] === 'connect')
    return <ConnectDialog nodeId={String(props['nodeId'])} onClose={hideCanvasDialog} />;
  return null;
}
