import { useRef, useState } from 'react';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { notify } from '../../../kit/state/notifier-store.ts';
import { voiceVersionTexts } from '../../../kit/texts/en/voice-versions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { useLlmSession } from '../llm/use-llm-session.ts';
import { usePublishAgent } from './agent-versions.queries.ts';
import styles from './versions.module.css';

const longestNote = 500;

/** Publishes the draft with a note; what is typed goes along. */
export function PublishForm({ agentId, isNeeded }: { agentId: string; isNeeded: boolean }) {
  const t = useTexts(voiceVersionTexts);
  const session = useLlmSession();
  const publish = usePublishAgent(agentId);
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState('');
  const noteField = useRef<HTMLInputElement>(null);
  const submit = async () => {
    setFailure('');
    if (!(await session.flush())) {
      setFailure(t('unsaved'));
      return;
    }
    try {
      const { data } = await publish.mutateAsync(note.trim());
      setNote('');
      // The button is off now; without a focus inside, the dialog would not receive its keys.
      noteField.current?.focus();
      notify(t('published', { number: data.number }), 'success');
    } catch (error) {
      setFailure(toMessage(error));
    }
  };
  return (
    <form
      className={styles['publish']}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        ref={noteField}
        label={t('note')}
        value={note}
        maxLength={longestNote}
        placeholder={t('noteExample')}
        error={failure || undefined}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button look="primary" type="submit" isBusy={publish.isPending} disabled={!isNeeded}>
        {t('publish')}
      </Button>
    </form>
  );
}
