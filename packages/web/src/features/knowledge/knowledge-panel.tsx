import { ExternalLink, LibraryBig, X } from 'lucide-react';
import { Link } from 'react-router';
import { toMessage } from '../../kit/lib/to-message.ts';
import { useKeptFocus } from '../../kit/lib/use-kept-focus.ts';
import { voiceFunctionTexts } from '../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './knowledge.module.css';
import { StoreState } from './store-state.tsx';
import type { AttachedStore, Knowledge } from './use-knowledge.ts';

/** The stores that an agent answers from, each with its state, its page and remove. */
export function KnowledgePanel({ knowledge }: { knowledge: Knowledge }) {
  const t = useTexts(voiceFunctionTexts);
  const { attached, error, reload, detach } = knowledge;
  const panel = useKeptFocus<HTMLDivElement>(attached?.length);
  if (!attached)
    return (
      <p role={error ? 'alert' : 'status'} className={styles['note']}>
        {error ? t('knowledgeFailed', { reason: toMessage(error) }) : t('loading')}{' '}
        {error !== null && error !== undefined && (
          <Button size="small" look="quiet" onClick={reload}>
            {t('retry')}
          </Button>
        )}
      </p>
    );
  return (
    <div ref={panel} tabIndex={-1}>
      {attached.length === 0 && <p className={styles['note']}>{t('knowledgeEmpty')}</p>}
      {attached.length > 0 && (
        <ul aria-label={t('knowledge')}>
          {attached.map((one) => (
            <AttachedRow key={one.id} attached={one} onRemove={() => void detach(one.id)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function AttachedRow({ attached, onRemove }: { attached: AttachedStore; onRemove: () => void }) {
  const t = useTexts(voiceFunctionTexts);
  const { id, store } = attached;
  const name = store?.name ?? t('storeGone');
  return (
    <li className={styles['row']}>
      <span className={styles['tile']}>
        <LibraryBig size={16} aria-hidden />
      </span>
      <div className={styles['words']}>
        {store ? (
          <Link to={`/document-stores/${id}`}>
            {name}
            <ExternalLink size={12} aria-hidden />
          </Link>
        ) : (
          <span>{name}</span>
        )}
        {store ? <StoreState store={store} /> : <small>{t('storeGoneHelp')}</small>}
      </div>
      <IconButton label={t('detach', { name })} size="small" onClick={onRemove}>
        <X size={16} />
      </IconButton>
    </li>
  );
}
