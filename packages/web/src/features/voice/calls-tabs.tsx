import { NavLink } from 'react-router';
import { batchCallsTexts } from '../../kit/texts/en/batch-calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './calls-tabs.module.css';

/** The pages of calls: those that were, those that are placed by list, and numbers that are not called. */
export function CallsTabs() {
  const t = useTexts(batchCallsTexts);
  return (
    <nav className={styles['tabs']} aria-label={t('tabs')}>
      <NavLink to="/calls" end>
        {t('tabCalls')}
      </NavLink>
      <NavLink to="/calls/batches">{t('tabBatches')}</NavLink>
      <NavLink to="/calls/do-not-call">{t('tabDoNotCall')}</NavLink>
    </nav>
  );
}
