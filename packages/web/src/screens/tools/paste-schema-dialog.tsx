import { useId, useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { rowsOfPasted, type SchemaRow } from './schema-rows.ts';
import { TextBlock } from './text-block.tsx';

interface PasteSchemaDialogProps {
  onClose: () => void;
  onRows: (rows: SchemaRow[]) => void;
}

/** Takes the inputs of a tool from JSON. */
export function PasteSchemaDialog({ onClose, onRows }: PasteSchemaDialogProps) {
  const t = useTexts(toolsTexts);
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const use = () => {
    try {
      onRows(rowsOfPasted(text));
    } catch (thrown) {
      setProblem(t('pasteBad', { reason: toMessage(thrown) }));
    }
  };
  return (
    <Dialog
      isOpen
      title={t('pasteTitle')}
      width={640}
      onClose={onClose}
      onSubmit={use}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" type="submit">
            {t('pasteUse')}
          </Button>
        </>
      }
    >
      <TextBlock
        id={id}
        label={t('pasteLabel')}
        hint={t('pasteHelp')}
        error={problem}
        rows={12}
        value={text}
        onChange={setText}
      />
    </Dialog>
  );
}
