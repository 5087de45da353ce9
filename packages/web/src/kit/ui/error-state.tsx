import { CircleAlert } from 'lucide-react';
import { toMessage } from '../lib/to-message.ts';
import { uiTexts } from '../texts/en/ui.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from './button.tsx';
import styles from './state-message.module.css';

/** A failed load: the reason, the server's request id where there is one, and Retry. */
export function ErrorState({
  title,
  error,
  onRetry,
}: {
  title: string;
  error: unknown;
  onRetry: () => void;
}) {
  const t = useTexts(uiTexts);
  const requestId = requestIdOf(error);
  return (
    <div className={styles['box']} role="alert">
      <CircleAlert size={28} />
      <h2>{title}</h2>
      <p>{toMessage(error)}</p>
      {requestId && <p className={styles['code']}>{t('requestId', { requestId })}</p>}
      <div className={styles['action']}>
        <Button onClick={onRetry}>{t('retry')}</Button>
      </div>
    </div>
  );
}

function requestIdOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('requestId' in error)) return undefined;
  return typeof error.requestId === 'string' ? error.requestId : undefined;
}
