import type { ToolDraft } from '@tendril/contract/api/tool-imports';
import { useId, useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import styles from './import-dialog.module.css';
import { NeededVariables } from './needed-variables.tsx';
import { TextBlock } from './text-block.tsx';
import { useReadCurl } from './tools.queries.ts';

interface CurlDialogProps {
  onClose: () => void;
  onDraft: (draft: ToolDraft) => void;
}

/** Creates a tool from a cURL command; what it needs and leaves out is shown before the editor opens. */
export function CurlDialog({ onClose, onDraft }: CurlDialogProps) {
  const t = useTexts(toolsTexts);
  const id = useId();
  const [command, setCommand] = useState('');
  const read = useReadCurl();
  const { data } = read;
  const submit = () => {
    if (data) onDraft(data.draft);
    else
      read.mutate(command, {
        // Nothing to report: straight to the editor.
        onSuccess: (found) => {
          if (found.variables.length === 0 && found.remarks.length === 0) onDraft(found.draft);
        },
      });
  };
  const change = (text: string) => {
    setCommand(text);
    read.reset();
  };
  return (
    <Dialog
      isOpen
      title={t('curlTitle')}
      width={680}
      isBusy={read.isPending}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" type="submit" isBusy={read.isPending} disabled={command.trim() === ''}>
            {t('curlUse')}
          </Button>
        </>
      }
    >
      <TextBlock
        id={id}
        label={t('curlLabel')}
        hint={t('curlHint')}
        error={read.error ? toMessage(read.error) : undefined}
        rows={10}
        value={command}
        onChange={change}
      />
      {data && <NeededVariables variables={data.variables} />}
      {data && data.remarks.length > 0 && (
        <ul className={styles['remarks']}>
          {data.remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
