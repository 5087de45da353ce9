import type { KnowledgeGap } from '@tendril/contract/api/knowledge-gaps';
import { useState } from 'react';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { TextArea } from '../../../kit/params/text-area.tsx';
import { notify } from '../../../kit/state/notifier-store.ts';
import { knowledgeGapTexts } from '../../../kit/texts/en/knowledge-gaps.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Field } from '../../../kit/ui/field.tsx';
import { FormDialog } from '../../../kit/ui/form-dialog.tsx';
import { useAnswerGap } from './gaps.queries.ts';
import styles from './gaps-screen.module.css';

interface PassageDialogProps {
  storeId: string;
  gap: KnowledgeGap;
  onClose: () => void;
}

/** Asks for the passage that answers a question. */
export function PassageDialog({ storeId, gap, onClose }: PassageDialogProps) {
  const t = useTexts(knowledgeGapTexts);
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { mutate, isPending, error } = useAnswerGap(storeId);
  const submit = () => {
    setMissing(text.trim() === '');
    if (text.trim() === '' || isPending) return;
    mutate(
      { id: gap.id, text: text.trim() },
      {
        onSuccess: () => {
          notify(t('added'));
          onClose();
        },
      },
    );
  };
  const problem = isMissing ? t('passageNeeded') : error ? toMessage(error) : '';
  return (
    <FormDialog
      title={t('dialogTitle')}
      onClose={onClose}
      isBusy={isPending}
      onSubmit={submit}
      submitLabel={t('add')}
    >
      <blockquote className={styles['quote']}>{gap.question}</blockquote>
      <Field label={t('passage')} htmlFor="gap-passage">
        <TextArea id="gap-passage" rows={8} text={text} onChange={setText} />
        <p className={styles['help']}>{t('dialogHelp')}</p>
      </Field>
      {problem !== '' && (
        <p role="alert" className={styles['error']}>
          {problem}
        </p>
      )}
    </FormDialog>
  );
}
