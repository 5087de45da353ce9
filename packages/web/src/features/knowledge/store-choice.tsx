import { useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { voiceFunctionTexts } from '../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { SearchField } from '../../kit/ui/search-field.tsx';
import styles from './knowledge.module.css';
import { StoreState } from './store-state.tsx';
import type { Knowledge } from './use-knowledge.ts';

interface StoreChoiceProps {
  knowledge: Knowledge;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  onCreate: () => void;
}

/** The stores of the workspace to choose from; those that are attached already are marked. */
export function StoreChoice({ knowledge, chosen, onChange, onCreate }: StoreChoiceProps) {
  const t = useTexts(voiceFunctionTexts);
  const [search, setSearch] = useState('');
  const { stores, attached, error } = knowledge;
  if (!stores)
    return (
      <p role={error ? 'alert' : 'status'} className={styles['note']}>
        {error ? t('knowledgeFailed', { reason: toMessage(error) }) : t('loading')}
      </p>
    );
  if (stores.length === 0)
    return (
      <p className={styles['note']}>
        {t('noStores')}{' '}
        <Button size="small" look="quiet" onClick={onCreate}>
          {t('wayCreate')}
        </Button>
      </p>
    );
  const word = search.trim().toLowerCase();
  const shown = stores.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(word),
  );
  const isAttached = (id: string) => attached?.some((one) => one.id === id) ?? false;
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <>
      <SearchField label={t('searchStores')} value={search} onChange={setSearch} />
      {shown.length === 0 && <p className={styles['note']}>{t('noStoreMatch', { search: search.trim() })}</p>}
      <ul className={styles['choices']}>
        {shown.map((store) => (
          <li key={store.id}>
            <label className={styles['choice']}>
              <input
                type="checkbox"
                checked={isAttached(store.id) || chosen.includes(store.id)}
                disabled={isAttached(store.id)}
                onChange={() => toggle(store.id)}
              />
              <span className={styles['words']}>
                <span>{store.name}</span>
                {store.description && <small>{store.description}</small>}
              </span>
              {isAttached(store.id) ? <small>{t('attached')}</small> : <StoreState store={store} />}
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}
