import { Lock, Plus } from 'lucide-react';
import { ListPage } from '../../kit/lists/list-page.tsx';
import { NoMatch } from '../../kit/lists/no-match.tsx';
import { useSelection } from '../../kit/lists/use-selection.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { secretsTexts } from '../../kit/texts/en/secrets.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import { SecretTable } from './secret-table.tsx';
import { SecretTools } from './secret-tools.tsx';
import { type SecretActions, useSecretActions } from './use-secret-actions.tsx';
import { type Secrets, useSecrets } from './use-secrets.ts';

/** Keys and logins that nodes and agents use. */
export function CredentialsScreen() {
  const t = useTexts(secretsTexts);
  const page = useTexts(pageTexts);
  const secrets = useSecrets();
  const actions = useSecretActions();
  const add = (
    <PermittedButton needs="credentials:edit" look="primary" icon={<Plus size={20} />} onClick={actions.add}>
      {t('add')}
    </PermittedButton>
  );
  return (
    <>
      <ListPage
        title={page('secrets')}
        help={page('secretsHelp')}
        mainAct={add}
        query={{ hasData: secrets.all !== undefined, error: secrets.error, retry: secrets.retry }}
        failed={t('loadFailed')}
        isEmpty={secrets.all?.length === 0}
        empty={<EmptyState Icon={Lock} title={t('empty')} text={t('emptyHelp')} action={add} />}
        list={<SecretList secrets={secrets} actions={actions} />}
      />
      {actions.dialog}
    </>
  );
}

function SecretList({ secrets, actions }: { secrets: Secrets; actions: SecretActions }) {
  const t = useTexts(secretsTexts);
  const selection = useSelection(secrets.rows);
  const search = secrets.filter.search.trim();
  const deleteSelected = () => actions.remove(secrets.rows.filter(({ id }) => selection.ids.has(id)));
  return (
    <>
      <SecretTools secrets={secrets} selection={selection} onDelete={deleteSelected} />
      {secrets.rows.length > 0 ? (
        <SecretTable secrets={secrets} selection={selection} actions={actions} />
      ) : (
        <NoMatch
          title={search ? t('noMatch', { search }) : t('nothingHere')}
          text={search ? undefined : t('nothingWithFilter')}
          onClear={secrets.clear}
        />
      )}
    </>
  );
}
