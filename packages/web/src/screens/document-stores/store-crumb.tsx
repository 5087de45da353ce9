import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { knowledgeTexts } from '../../kit/texts/en/knowledge.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './store-crumb.module.css';
import { storePath, storesPath } from './store-paths.ts';

/** The way back from a page of a store: to all stores, and to the store. */
export function StoreCrumb({ store }: { store?: { id: string; name: string } | undefined }) {
  const t = useTexts(knowledgeTexts);
  const page = useTexts(pageTexts);
  return (
    <nav className={styles['crumb']} aria-label={t('crumb')}>
      <ol>
        <li>
          <Link to={storesPath}>{page('knowledgeBase')}</Link>
          <ChevronRight size={14} aria-hidden="true" />
        </li>
        {store && (
          <li>
            <Link to={storePath(store.id)}>{store.name}</Link>
            <ChevronRight size={14} aria-hidden="true" />
          </li>
        )}
      </ol>
    </nav>
  );
}
