import Popover from '@mui/material/Popover';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { credentialsQuery } from '../../kit/api/credentials.queries.ts';
import { useIsPermitted } from '../../kit/state/permissions-store.ts';
import { shellTexts } from '../../kit/texts/en/shell.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './demo-chip.module.css';

/** Shows, while no secret exists, that flows run on the demo model. */
export function DemoChip() {
  const t = useTexts(shellTexts);
  const mayRead = useIsPermitted('credentials:read');
  const { data: credentials } = useQuery({ ...credentialsQuery, enabled: mayRead });
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (credentials?.length !== 0) return null;
  return (
    <>
      <button
        type="button"
        className={styles['chip']}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className={styles['dot']} />
        {t('demoModel')}
      </button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('demoModel') } }}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: -8, horizontal: 'right' }}
      >
        <div className={styles['note']}>
          <h2>{t('demoTitle')}</h2>
          <p>{t('demoText')}</p>
        </div>
      </Popover>
    </>
  );
}
