import { useQueries } from '@tanstack/react-query';
import type { CredentialUse } from '@tendril/contract/api/credentials';
import { Link } from 'react-router';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { secretsTexts } from '../../kit/texts/en/secrets.ts';
import { uiTexts } from '../../kit/texts/en/ui.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import styles from './delete-secrets-dialog.module.css';
import { pathOfUse } from './path-of-use.ts';
import type { Secret } from './secret-list.ts';
import { secretUsesQuery, useDeleteSecrets } from './secrets.queries.ts';

/** Asks before secrets are deleted, and names what stops working without them as it is at this moment. */
export function DeleteSecretsDialog({
  secrets,
  onClose,
}: {
  secrets: readonly Secret[];
  onClose: () => void;
}) {
  const t = useTexts(secretsTexts);
  const ui = useTexts(uiTexts);
  const remove = useDeleteSecrets();
  const found = useQueries({ queries: secrets.map(({ id }) => secretUsesQuery(id)) });
  const isSearching = found.some((query) => query.isPending);
  const failure = found.find((query) => query.isError)?.error;
  const uses = distinct(found.flatMap((query) => query.data ?? []));
  const [count, name] = [secrets.length, secrets[0]?.name ?? ''];
  const isOne = count === 1;

  const run = () =>
    remove.mutate(
      secrets.map(({ id }) => id),
      {
        onSuccess: () => {
          notify(isOne ? t('deleted', { name }) : t('deletedMany', { count }), 'success');
          onClose();
        },
      },
    );
  return (
    <Dialog
      isOpen
      title={t('delete')}
      width={480}
      isBusy={remove.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{ui('cancel')}</Button>
          <Button look="danger" isBusy={remove.isPending || isSearching} onClick={run}>
            {t('delete')}
          </Button>
        </>
      }
    >
      <p>{isOne ? t('deleteOne', { name }) : t('deleteMany', { count })}</p>
      {(remove.error || failure) && (
        <p role="alert" className={styles['error']}>
          {remove.error ? toMessage(remove.error) : t('usesFailed')}
        </p>
      )}
      {!isSearching && !failure && <Breakage uses={uses} isOne={isOne} onLeave={onClose} />}
    </Dialog>
  );
}

interface BreakageProps {
  uses: readonly CredentialUse[];
  isOne: boolean;
  onLeave: () => void;
}

function Breakage({ uses, isOne, onLeave }: BreakageProps) {
  const t = useTexts(secretsTexts);
  if (uses.length === 0)
    return <p className={styles['quiet']}>{t(isOne ? 'breaksNothing' : 'breaksNothingMany')}</p>;
  return (
    <div>
      <p className={styles['breaks']}>{t('breaks', { count: uses.length })}</p>
      <ul className={styles['list']}>
        {uses.map((use) => (
          <li key={`${use.kind} ${use.id}`}>
            <Link to={pathOfUse(use)} onClick={onLeave}>
              {use.name}
            </Link>
            <span>{t(use.kind)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function distinct(uses: readonly CredentialUse[]): CredentialUse[] {
  return [...new Map(uses.map((use) => [`${use.kind} ${use.id}`, use])).values()];
}
