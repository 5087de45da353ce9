import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { secretsTexts } from '../../kit/texts/en/secrets.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import type { Secret } from './secret-list.ts';
import styles from './secret-table.module.css';
import { useAllowHost } from './secrets.queries.ts';

/** Servers that a secret was not sent to, each with a button to allow it. */
export function AskedHosts({ secret: { id, name, askedHosts } }: { secret: Secret }) {
  const t = useTexts(secretsTexts);
  const allow = useAllowHost();
  if (askedHosts.length === 0) return null;
  return (
    <span className={styles['asked']}>
      {askedHosts.map((origin) => (
        <span key={origin}>
          <span>{t('askedHost', { origin })}</span>
          <Button
            size="small"
            isBusy={allow.isPending && allow.variables.origin === origin}
            onClick={() =>
              allow.mutate(
                { id, origin },
                {
                  onSuccess: () => notify(t('hostAllowed', { name, origin }), 'success'),
                  onError: notifyError,
                },
              )
            }
          >
            {t('allowHost', { origin })}
          </Button>
        </span>
      ))}
    </span>
  );
}
