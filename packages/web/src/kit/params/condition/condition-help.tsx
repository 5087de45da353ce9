import type { ConditionMode } from '@tendril/contract/flow/condition-outputs';
import { paramTexts } from '../../texts/en/params.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './condition.module.css';

const codeSample = `if ($flow.state.verdict === "refund") {
  return "Refund";
}
return "End";`;

/** How a condition is written, in the words of the chosen way. */
export function ConditionHelp({ mode }: { mode: ConditionMode }) {
  const t = useTexts(paramTexts);
  if (mode === 'conditionUI') {
    return (
      <div className={styles['help']}>
        <p>{t('conditionHowTable')}</p>
        <p>{t('conditionHowState')}</p>
      </div>
    );
  }
  return (
    <div className={styles['help']}>
      <p>{t('conditionHowCode')}</p>
      <pre>{codeSample}</pre>
      <p>{t('conditionHowReads')}</p>
    </div>
  );
}
