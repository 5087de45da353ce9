import { ChevronLeft } from 'lucide-react';
import { Link } from 'react-router';
import { knowledgeTexts } from '../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './store-crumb.module.css';
import { storePath } from './store-paths.ts';

/** The way back from a page of a store to the store; the top bar leads to all of them. */
export function StoreCrumb({ store }: { store: { id: string; name: string } | undefined }) {
  const t = useTexts(knowledgeTexts);
  if (!store) return null;
  return (
    <nav className={styles['crumb']} aria-label={t('crumb')}>
      <ChevronLeft size={14} aria-hidden="true" />
      <Link to={storePath(store.id)}>{store.name}</Link>
    </nav>
  );
}
