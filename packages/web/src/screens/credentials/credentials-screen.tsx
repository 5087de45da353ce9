import { Lock, Plus, SearchX } from 'lucide-react';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { secretsTexts } from '../../kit/texts/en/secrets.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { PageHead } from '../../kit/ui/page-head.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import styles from './credentials-screen.module.css';
import { SecretTable } from './secret-table.tsx';
import { SecretTools } from './secret-tools.tsx';
import { useSecretActions } from './use-secret-actions.tsx';
import { type Secrets, useSecrets } from './use-secrets.ts';

/** Keys and logins that nodes and agents use. */
export function CredentialsScreen() {
  const t = useTexts(secretsTexts);
  const page = useTexts(pageTexts);
  const secrets = useSecrets();
  const actions = useSecretActions();
  const isEmpty = secrets.all?.length === 0;
  const add = (
    <Button look="primary" icon={<Plus size={20} />} onClick={actions.add}>
      {t('add')}
    </Button>
  );
  return (
    <div className={styles['paper']}>
      <PageHead title={page('secrets')} help={page('secretsHelp')} actions={!isEmpty && add} />
      {isEmpty ? (
        <EmptyState Icon={Lock} title={t('empty')} text={t('emptyHelp')} action={add} />
      ) : (
        <>
          <SecretTools secrets={secrets} />
          {!secrets.all && !secrets.error && <SkeletonList />}
          {secrets.error && (
            <ErrorState title={t('loadFailed')} error={secrets.error} onRetry={secrets.retry} />
          )}
          {secrets.all && secrets.rows.length === 0 && <NoMatch secrets={secrets} />}
          {secrets.rows.length > 0 && <SecretTable secrets={secrets} actions={actions} />}
        </>
      )}
      {actions.dialog}
    </div>
  );
}

function NoMatch({ secrets: { filter, clear } }: { secrets: Secrets }) {
  const t = useTexts(secretsTexts);
  const search = filter.search.trim();
  const action = <Button onClick={clear}>{t('clearFilters')}</Button>;
  const title = search ? t('noMatch', { search }) : t('nothingHere');
  return (
    <EmptyState
      Icon={SearchX}
      title={title}
      text={search ? undefined : t('nothingWithFilter')}
      action={action}
    />
  );
}
