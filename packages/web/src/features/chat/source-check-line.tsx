import type { SourceCheck } from '@tendril/contract/provider/answer';
import { CircleCheck, CircleHelp } from 'lucide-react';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './answer.module.css';

/** How far an answer is borne out by its sources, in a line. */
export function SourceCheckLine({ check: { checked, unsupported } }: { check: SourceCheck }) {
  const t = useTexts(chatTexts);
  const count = unsupported.length;
  return (
    <p className={styles['check']} data-open={count > 0 || undefined}>
      {count > 0 ? <CircleHelp size={14} /> : <CircleCheck size={14} />}
      {count > 0 ? t('notInSources', { count, of: checked }) : t('allInSources', { count: checked })}
    </p>
  );
}
