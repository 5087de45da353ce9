import { Link } from 'react-router';
import { useMay } from '../../kit/state/permissions-store.ts';
import { shellTexts } from '../../kit/texts/en/shell.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './foot-link.module.css';

/** The small link beside the menu to the page for those who keep the server running. */
export function SystemLink() {
  const t = useTexts(shellTexts);
  if (!useMay('system:read')) return null;
  return (
    <Link to="/system" className={styles['link']}>
      {t('system')}
    </Link>
  );
}
