import { useQuery } from '@tanstack/react-query';
import type { OutsideStoreState } from '@tendril/contract/api/outside-stores';
import { vectorStoreTexts } from '../../../kit/texts/en/vector-stores.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import styles from './outside.module.css';
import { outsideQuery } from './outside.queries.ts';
import { OutsideRow } from './outside-row.tsx';

/** The vector stores elsewhere of a knowledge base: the one that answers, the one being filled, old ones. */
export function OutsideList({ storeId }: { storeId: string }) {
  const t = useTexts(vectorStoreTexts);
  const { data, error, refetch } = useQuery(outsideQuery(storeId));
  if (error && !data)
    return <ErrorState title={t('listFailed')} error={error} onRetry={() => void refetch()} />;
  if (!data || data.stores.length === 0) return null;
  const live = data.stores.find(({ state }) => state === 'live');
  return (
    <section className={styles['list']} aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <p>{t('help')}</p>
      <ul>
        {[...data.stores].sort(byState).map((store) => (
          <OutsideRow key={store.id} storeId={storeId} store={store} live={live} />
        ))}
      </ul>
    </section>
  );
}

const order: readonly OutsideStoreState['state'][] = ['live', 'filling', 'emptying', 'old'];

function byState(one: OutsideStoreState, other: OutsideStoreState): number {
  return order.indexOf(one.state) - order.indexOf(other.state);
}
