import type { FlowSummary } from '@tendril/contract/api/flows';
import { useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { uiTexts } from '../../kit/texts/en/ui.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { useRenameFlow } from './flows.queries.ts';

/** Asks for a flow's new name. */
export function RenameDialog({ flow, onClose }: { flow: FlowSummary; onClose: () => void }) {
  const t = useTexts(flowsTexts);
  const ui = useTexts(uiTexts);
  const [name, setName] = useState(flow.name);
  const [isNameMissing, setNameMissing] = useState(false);
  const rename = useRenameFlow();

  const submit = () => {
    setNameMissing(name.trim() === '');
    if (name.trim() === '' || rename.isPending) return;
    rename.mutate({ id: flow.id, name: name.trim() }, { onSuccess: onClose });
  };
  return (
    <Dialog
      isOpen
      title={t('renameTitle')}
      onClose={onClose}
      isBusy={rename.isPending}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{ui('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={rename.isPending}>
            {t('rename')}
          </Button>
        </>
      }
    >
      <TextField
        autoFocus
        label={t('nameLabel')}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
        error={isNameMissing ? t('nameNeeded') : rename.error ? toMessage(rename.error) : undefined}
      />
    </Dialog>
  );
}
