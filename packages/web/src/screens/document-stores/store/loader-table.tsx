import type { DocumentStore } from '@tendril/contract/api/document-stores';
import { FileStack, Plus } from 'lucide-react';
import { useState } from 'react';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import tableStyles from '../table.module.css';
import { ApiDialog } from './api-dialog.tsx';
import { LoaderRow } from './loader-row.tsx';
import styles from './loader-table.module.css';
import { useStoreWork } from './use-store-work.ts';

/** The sources of a store. */
export function LoaderTable({ store, onAdd }: { store: DocumentStore; onAdd: () => void }) {
  const t = useTexts(knowledgeTexts);
  const work = useStoreWork(store);
  const [shownId, setShownId] = useState<string | null>(null);
  const shown = store.loaders.find(({ id }) => id === shownId);
  if (store.loaders.length === 0)
    return (
      <EmptyState
        Icon={FileStack}
        title={t('sourcesEmpty')}
        text={t('sourcesEmptyHelp')}
        action={
          <Button icon={<Plus size={20} />} onClick={onAdd}>
            {t('addSource')}
          </Button>
        }
      />
    );
  return (
    <section className={styles['box']} aria-label={t('sources')}>
      <div className={tableStyles['scroll']}>
        <table className={`${tableStyles['table']} ${tableStyles['wide']}`}>
          <thead>
            <tr>
              <th>{t('colLoader')}</th>
              <th>{t('colSource')}</th>
              <th>{t('colSplitter')}</th>
              <th className={tableStyles['number']}>{t('colChunks')}</th>
              <th className={tableStyles['number']}>{t('colChars')}</th>
              <th>{t('colStatus')}</th>
              <th>{t('colUpdated')}</th>
              <th className={tableStyles['acts']}>
                <span className="visually-hidden">{t('actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {store.loaders.map((loader) => (
              <LoaderRow
                key={loader.id}
                store={store}
                loader={loader}
                work={work}
                onApi={() => setShownId(loader.id)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {shown && <ApiDialog store={store} loader={shown} onClose={() => setShownId(null)} />}
    </section>
  );
}
