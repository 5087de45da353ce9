import type { FlowSummary } from '@tendril/contract/api/flows';
import { useId, useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { useArrangeFlows } from './flows.queries.ts';

interface MoveDialogProps {
  flows: readonly FlowSummary[];
  folders: readonly string[];
  onClose: () => void;
  onDone: () => void;
}

/** Asks for the folder of some flows: one that is there, or a new one. */
export function MoveDialog({ flows, folders, onClose, onDone }: MoveDialogProps) {
  const t = useTexts(flowsTexts);
  const listId = useId();
  const present = new Set(flows.map(({ folder }) => folder));
  const [folder, setFolder] = useState(present.size === 1 ? (flows[0]?.folder ?? '') : '');
  const arrange = useArrangeFlows();
  const submit = () => {
    if (arrange.isPending) return;
    const name = folder.trim();
    arrange.mutate(
      { ids: flows.map(({ id }) => id), folder: name },
      {
        onSuccess: ({ changed }) => {
          notify(t(name ? 'moved' : 'movedOut', { count: changed, folder: name }), 'success');
          onDone();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('moveTitle', { count: flows.length })}
      onClose={onClose}
      isBusy={arrange.isPending}
      onSubmit={submit}
      submitLabel={t('move')}
    >
      <TextField
        autoFocus
        label={t('folder')}
        hint={t('folderHint')}
        list={listId}
        maxLength={100}
        value={folder}
        onChange={(event) => setFolder(event.target.value)}
        error={arrange.error ? toMessage(arrange.error) : undefined}
      />
      <datalist id={listId}>
        {folders.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </FormDialog>
  );
}
