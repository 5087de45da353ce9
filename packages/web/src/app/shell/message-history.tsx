import Popover from '@mui/material/Popover';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { clearHistory, useNotifier } from '../../kit/state/notifier-store.ts';
import { shellTexts } from '../../kit/texts/en/shell.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './message-history.module.css';

/** Recent messages behind a bell, which is shown only if there are any. */
export function MessageHistory() {
  const t = useTexts(shellTexts);
  const history = useNotifier((notifier) => notifier.history);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (history.length === 0) return null;
  return (
    <>
      <IconButton
        label={t('messages')}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Bell size={20} />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('messages') } }}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: -8, horizontal: 'right' }}
      >
        <div className={styles['panel']}>
          <header>
            <h2>{t('messages')}</h2>
            <Button look="quiet" size="small" onClick={clearHistory}>
              {t('clearMessages')}
            </Button>
          </header>
          <ul>
            {history.map((past) => (
              <li key={past.key} data-variant={past.variant}>
                <span>{past.message}</span>
                <time dateTime={new Date(past.at).toISOString()}>{relativeTime(past.at)}</time>
              </li>
            ))}
          </ul>
        </div>
      </Popover>
    </>
  );
}
