import { Check, CloudOff, TriangleAlert } from 'lucide-react';
import { voicePromptTexts } from '../../../kit/texts/en/voice-prompt.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import styles from './save-mark.module.css';
import { useLlmSession, useLlmState } from './use-llm-session.ts';

/** Whether the prompt and the model's settings are saved, in words that are true; Retry where they are not. */
export function SaveMark() {
  const t = useTexts(voicePromptTexts);
  const session = useLlmSession();
  const stage = useLlmState((state) => state.stage);
  const failure = useLlmState((state) => state.failure);
  const keepFailure = useLlmState((state) => state.keepFailure);
  const isBad = stage === 'failed' || stage === 'clash';
  return (
    <span className={styles['mark']} data-bad={isBad || undefined} title={isBad ? failure : undefined}>
      <span role="status" className={styles['words']}>
        {stage === 'saved' && <Check size={16} aria-hidden />}
        {stage === 'failed' && <CloudOff size={16} aria-hidden />}
        {stage === 'clash' && <TriangleAlert size={16} aria-hidden />}
        {t(words[stage])}
      </span>
      {stage === 'failed' && (
        <>
          <button type="button" className={styles['retry']} onClick={() => void session.flush()}>
            {t('retry')}
          </button>
          <span className={styles['kept']}>{t(keepFailure ? 'notKept' : 'kept')}</span>
        </>
      )}
    </span>
  );
}

const words = {
  saved: 'saved',
  waiting: 'waiting',
  saving: 'saving',
  failed: 'notSaved',
  clash: 'clashMark',
} as const;
