import { useMutation } from '@tanstack/react-query';
import { generateInstruction } from '@tendril/contract/api/assistants';
import type { CustomDetails } from '@tendril/contract/flow/assistant-details';
import { useId, useState } from 'react';
import { call } from '../../kit/api/call.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { TextArea } from '../../kit/params/text-area.tsx';
import { assistantTexts } from '../../kit/texts/en/assistants.ts';
import { uiTexts } from '../../kit/texts/en/ui.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { Field } from '../../kit/ui/field.tsx';
import styles from './assistant-editor.module.css';

interface GenerateDialogProps {
  details: CustomDetails;
  onUse: (instruction: string) => void;
  onClose: () => void;
}

/** Lets the selected model write instructions for a task; they replace nothing until the user accepts them. */
export function GenerateDialog({ details, onUse, onClose }: GenerateDialogProps) {
  const t = useTexts(assistantTexts);
  const ui = useTexts(uiTexts);
  const taskId = useId();
  const { chatModel, instruction } = details;
  const [task, setTask] = useState('');
  const [isMissing, setMissing] = useState(false);
  const generate = useMutation({
    mutationFn: (body: { task: string; selectedChatModel: NonNullable<typeof chatModel> }) =>
      call(generateInstruction, { body }),
  });
  const submit = () => {
    const words = task.trim();
    setMissing(words === '');
    if (chatModel && words !== '') generate.mutate({ task: words, selectedChatModel: chatModel });
  };
  const proposal = generate.data?.content;
  const failure = isMissing ? t('taskNeeded') : generate.error ? toMessage(generate.error) : '';
  return (
    <Dialog
      isOpen
      title={t('generateTitle')}
      width={640}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{ui('cancel')}</Button>
          <Button
            type="submit"
            look={proposal ? 'plain' : 'primary'}
            isBusy={generate.isPending}
            disabled={!chatModel}
          >
            {t(proposal ? 'generateAgain' : 'generateNow')}
          </Button>
          {proposal && (
            <Button
              look="primary"
              onClick={() => {
                onUse(proposal);
                onClose();
              }}
            >
              {t('useProposal')}
            </Button>
          )}
        </>
      }
    >
      <Field isDense label={t('generateTask')} htmlFor={taskId}>
        <TextArea id={taskId} text={task} rows={3} onChange={setTask} />
        <p className={styles['help']}>
          {chatModel
            ? t('generateTaskHint', { model: chatModel.label || chatModel.name })
            : t('generateNeedsModel')}
        </p>
      </Field>
      {failure !== '' && (
        <p className={styles['problem']} role="alert">
          {failure}
        </p>
      )}
      {proposal && (
        <section className={styles['proposal']} aria-label={t('proposal')}>
          <p>{proposal}</p>
          {instruction !== '' && <p className={styles['help']}>{t('replaceHint')}</p>}
        </section>
      )}
    </Dialog>
  );
}
