import { useState } from 'react';
import { WordDiff } from '../../../features/draft/word-diff.tsx';
import { voicePromptTexts } from '../../../kit/texts/en/voice-prompt.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { Segmented } from '../../../kit/ui/segmented.tsx';
import styles from './edit-notes.module.css';
import type { EditedField } from './llm-edits.ts';
import type { LlmSessionState } from './llm-session.ts';
import { useLlmSession, useLlmState } from './use-llm-session.ts';

const names = {
  model: 'fieldModel',
  temperature: 'fieldTemperature',
  credentialId: 'fieldCredential',
  generalPrompt: 'fieldPrompt',
  beginMode: 'fieldBeginMode',
  beginMessage: 'fieldBeginMessage',
  knowledgeTopK: 'fieldTopK',
  speechModel: 'fieldSpeechModel',
  fallbackModels: 'fieldFallbackModels',
} as const satisfies Record<EditedField, string>;

type Side = 'mine' | 'theirs';

/** Both versions of what two people changed, word by word, and a choice for each field. */
export function ClashDialog({
  clash,
  onClose,
}: {
  clash: NonNullable<LlmSessionState['clash']>;
  onClose: () => void;
}) {
  const t = useTexts(voicePromptTexts);
  const session = useLlmSession();
  const edits = useLlmState((state) => state.edits);
  const [sides, setSides] = useState<Partial<Record<EditedField, Side>>>({});
  const [isBusy, setBusy] = useState(false);
  const textOf = (value: unknown) => (value === null || value === '' ? t('nothing') : String(value));
  const save = async () => {
    setBusy(true);
    await session.settle(clash.fields.filter((field) => sides[field] !== 'theirs'));
    onClose();
  };
  return (
    <Dialog
      isOpen
      title={t('clashTitle')}
      width={880}
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => void save()}
      actions={
        <>
          <Button onClick={onClose}>{t('clashLater')}</Button>
          <Button look="primary" type="submit" isBusy={isBusy}>
            {t('clashSave')}
          </Button>
        </>
      }
    >
      <p>{t('clashText')}</p>
      {clash.fields.map((field) => (
        <section key={field} className={styles['clash']}>
          <header>
            <h3>{t(names[field])}</h3>
            <Segmented
              label={t(names[field])}
              segments={[
                { value: 'mine', label: t('clashMine') },
                { value: 'theirs', label: t('clashTheirs') },
              ]}
              value={sides[field] ?? 'mine'}
              onChange={(side) => setSides({ ...sides, [field]: side })}
            />
          </header>
          <p className={styles['help']}>{t('clashDiff')}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
          <div className={styles['diff']} tabIndex={0}>
            <WordDiff before={textOf(clash.theirs[field])} after={textOf(edits[field])} />
          </div>
        </section>
      ))}
    </Dialog>
  );
}
