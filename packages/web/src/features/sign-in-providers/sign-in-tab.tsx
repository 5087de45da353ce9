import { useQuery } from '@tanstack/react-query';
import type { SignInProvider } from '@tendril/contract/api/sign-in-providers';
import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { signInProviderTexts } from '../../kit/texts/en/sign-in-providers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Chip } from '../../kit/ui/chip.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { SwitchField } from '../../kit/ui/switch.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { providersQuery, useRemoveProvider, useSavePolicy } from './providers.queries.ts';

type Classes = Readonly<Record<string, string | undefined>>;

/** How people of the installation sign in; for its owner. */
export function SignInTab({ classes }: { classes: Classes }) {
  const t = useTexts(signInProviderTexts);
  const answer = useQuery(providersQuery);
  const [edited, setEdited] = useState<SignInProvider | 'new'>();
  const policy = useSavePolicy();
  const savePolicy = (isPasswordOff: boolean) =>
    policy.mutate(isPasswordOff, {
      onSuccess: () => notify(t('policySaved'), 'success'),
      onError: notifyError,
    });
  if (answer.isPending) return <SkeletonList count={2} />;
  if (answer.isError)
    return <ErrorState title={t('loadFailed')} error={answer.error} onRetry={() => answer.refetch()} />;
  const { providers, isPasswordOff, redirectUriPattern } = answer.data;
  return (
    <>
      <section className={classes['section']} aria-labelledby="sign-in-providers">
        <div className={classes['sectionHead']}>
          <div>
            <h3 id="sign-in-providers">{t('title')}</h3>
            <p>{t('help')}</p>
          </div>
          <Button size="small" onClick={() => setEdited('new')}>
            {t('add')}
          </Button>
        </div>
        {providers.length === 0 && <p className={classes['aside']}>{t('none')}</p>}
        <ul className={classes['rows']}>
          {providers.map((provider) => (
            <ProviderRow
              key={provider.id}
              provider={provider}
              classes={classes}
              onEdit={() => setEdited(provider)}
            />
          ))}
        </ul>
        {providers.length > 0 && (
          <SwitchField
            label={t('passwordsOff')}
            hint={t('passwordsOffHelp')}
            isOn={policy.isPending ? policy.variables : isPasswordOff}
            onChange={savePolicy}
          />
        )}
      </section>
      {edited && (
        <ProviderDialog
          provider={edited === 'new' ? undefined : edited}
          redirectUriPattern={redirectUriPattern}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

interface ProviderRowProps {
  provider: SignInProvider;
  classes: Classes;
  onEdit: () => void;
}

function ProviderRow({
  provider: { id, name, issuer, isFromEnvironment },
  classes,
  onEdit,
}: ProviderRowProps) {
  const t = useTexts(signInProviderTexts);
  const remove = useRemoveProvider();
  const askToRemove = async () => {
    const isSure = await confirm({
      title: t('removeTitle', { name }),
      description: t('removeQuestion', { name }),
      confirmText: t('removeShort'),
      isDanger: true,
    });
    if (!isSure) return;
    remove.mutate(id, { onSuccess: () => notify(t('removed'), 'success'), onError: notifyError });
  };
  return (
    <li>
      <LogIn size={20} />
      <div className={classes['words']}>
        <strong>{name}</strong>
        <span>{issuer}</span>
      </div>
      {isFromEnvironment ? (
        <Chip label={t('fromEnvironment')} />
      ) : (
        <>
          <Button size="small" aria-label={t('edit', { name })} onClick={onEdit}>
            {t('editShort')}
          </Button>
          <Button size="small" aria-label={t('remove', { name })} onClick={() => void askToRemove()}>
            {t('removeShort')}
          </Button>
        </>
      )}
    </li>
  );
}
