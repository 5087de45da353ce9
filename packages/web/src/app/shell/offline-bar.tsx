import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { shellTexts } from '../../kit/texts/en/shell.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './offline-bar.module.css';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** Shows a notice while the browser is offline. */
export function OfflineBar() {
  const t = useTexts(shellTexts);
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles['bar']}>
          <WifiOff size={16} />
          {t('offline')}
        </p>
      )}
    </div>
  );
}
