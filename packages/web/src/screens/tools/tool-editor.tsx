import MuiDialog from '@mui/material/Dialog';
import { Download, Trash2, X } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { ToolCodePane } from './tool-code-pane.tsx';
import styles from './tool-editor.module.css';
import { ToolFieldsPane } from './tool-fields-pane.tsx';
import { exportTools } from './tool-file.ts';
import type { ToolStart } from './tool-start.ts';
import { ToolTile } from './tool-tile.tsx';
import { useToolForm } from './use-tool-form.ts';

interface ToolEditorProps {
  start: ToolStart;
  onClose: () => void;
}

/** The full-height tool editor: what the model sees on one side, the code on the other. */
export function ToolEditor({ start, onClose }: ToolEditorProps) {
  const t = useTexts(toolsTexts);
  const titleId = useId();
  const form = useToolForm(start, onClose);
  const { fields, stored } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.save();
  };
  return (
    <MuiDialog
      open
      maxWidth={false}
      onClose={() => void form.leave()}
      aria-labelledby={titleId}
      aria-busy={form.isBusy || undefined}
      slotProps={{ paper: { className: styles['paper'] ?? '' } }}
    >
      <form className={styles['form']} onSubmit={submit} noValidate>
        <header className={styles['head']}>
          <ToolTile color={fields.color} iconSrc={fields.iconSrc} />
          <h2 id={titleId}>{stored ? stored.name : t('newTitle')}</h2>
          <IconButton label={t('export')} onClick={() => exportTools([fields])} disabled={fields.name === ''}>
            <Download size={20} />
          </IconButton>
          {stored && (
            <IconButton label={t('delete')} onClick={() => void form.remove()}>
              <Trash2 size={20} />
            </IconButton>
          )}
          <IconButton label={t('close')} onClick={() => void form.leave()}>
            <X size={20} />
          </IconButton>
        </header>
        <div className={styles['panes']}>
          <ToolFieldsPane form={form} />
          <ToolCodePane form={form} />
        </div>
        <footer className={styles['foot']}>
          {form.problem && (
            <p role="alert" className={styles['problem']}>
              {form.problem}
            </p>
          )}
          <Button onClick={() => void form.leave()}>{t('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {t(stored ? 'save' : 'add')}
          </Button>
        </footer>
      </form>
    </MuiDialog>
  );
}
