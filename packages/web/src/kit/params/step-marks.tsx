import { secretsTexts } from '../texts/en/secrets.ts';
import { useTexts } from '../texts/texts.ts';
import styles from './credential-form.module.css';

/** Which of the two steps this is, in words and as two strokes. */
export function StepMarks({ step }: { step: 1 | 2 }) {
  const t = useTexts(secretsTexts);
  return (
    <>
      {t('step', { step })}
      <i aria-hidden="true" className={styles['mark']} data-done />
      <i aria-hidden="true" className={styles['mark']} data-done={step === 2 || undefined} />
    </>
  );
}
