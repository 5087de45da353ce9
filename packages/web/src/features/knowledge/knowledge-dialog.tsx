import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toMessage } from '../../kit/lib/to-message.ts';
import { voiceFunctionTexts } from '../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { RadioSegments } from '../voice-agent/radio-segments.tsx';
import styles from './knowledge.module.css';
import { NewStoreFields } from './new-store-fields.tsx';
import { StoreChoice } from './store-choice.tsx';
import type { Knowledge } from './use-knowledge.ts';

type Way = 'pick' | 'create';

/** Picks document stores for an agent, or makes one. */
export function KnowledgeDialog({ knowledge, onClose }: { knowledge: Knowledge; onClose: () => void }) {
  const t = useTexts(voiceFunctionTexts);
  const form = useKnowledgeForm(knowledge, onClose);
  return (
    <Dialog
      isOpen
      title={t('addKnowledge')}
      width={560}
      isBusy={form.isBusy}
      onClose={onClose}
      onSubmit={form.submit}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={form.isBusy} disabled={!form.canSubmit}>
            {form.way === 'create' ? t('createAndOpen') : attachWords(t, form.chosen.length)}
          </Button>
        </>
      }
    >
      <RadioSegments
        label={t('knowledgeWay')}
        options={[
          { value: 'pick', label: t('wayPick') },
          { value: 'create', label: t('wayCreate') },
        ]}
        value={form.way}
        onChange={form.setWay}
      />
      {form.problem && (
        <p role="alert" className={styles['problem']}>
          {form.problem}
        </p>
      )}
      {form.way === 'pick' ? (
        <StoreChoice
          knowledge={knowledge}
          chosen={form.chosen}
          onChange={form.setChosen}
          onCreate={() => form.setWay('create')}
        />
      ) : (
        <NewStoreFields words={form.words} onChange={form.setWords} />
      )}
    </Dialog>
  );
}

type Say = ReturnType<typeof useTexts<'attach' | 'attachCount'>>;

const attachWords = (t: Say, count: number) => (count === 0 ? t('attach') : t('attachCount', { count }));

function useKnowledgeForm(knowledge: Knowledge, onClose: () => void) {
  const navigate = useNavigate();
  const [way, setWay] = useState<Way>('pick');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [words, setWords] = useState({ name: '', description: '' });
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const canSubmit = way === 'pick' ? chosen.length > 0 : words.name.trim() !== '';
  const work = async () => {
    setBusy(true);
    setProblem('');
    try {
      if (way === 'pick') {
        if (await knowledge.attach(chosen)) onClose();
        return;
      }
      const id = await knowledge.create({ name: words.name.trim(), description: words.description.trim() });
      onClose();
      // Sources are added on the store's own page.
      void navigate(`/document-stores/${id}`);
    } catch (thrown) {
      setProblem(toMessage(thrown));
    } finally {
      setBusy(false);
    }
  };
  const submit = () => {
    if (canSubmit && !isBusy) void work();
  };
  return { way, setWay, chosen, setChosen, words, setWords, isBusy, problem, canSubmit, submit };
}
