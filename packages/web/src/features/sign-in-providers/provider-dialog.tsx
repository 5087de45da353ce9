import { useQuery } from '@tanstack/react-query';
import type { SignInProvider } from '@tendril/contract/api/sign-in-providers';
import { useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { signInProviderTexts } from '../../kit/texts/en/sign-in-providers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { CopyBox } from '../../kit/ui/copy-box.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { SwitchField } from '../../kit/ui/switch.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { toFormErrors } from '../account/use-account-form.ts';
import { currentWorkspaceQuery, rolesOfWorkspaceQuery } from './current-workspace.queries.ts';
import { GroupRoleRows } from './group-role-rows.tsx';
import styles from './provider-dialog.module.css';
import { type ProviderDraft, toBody, toDraft } from './provider-draft.ts';
import { useSaveProvider } from './providers.queries.ts';
import { RoleChoice } from './role-choice.tsx';

interface ProviderDialogProps {
  /** Undefined for a new one. */
  provider: SignInProvider | undefined;
  redirectUriPattern: string;
  onClose: () => void;
}

const fields = ['name', 'issuer', 'clientId', 'clientSecret', 'allowedDomains', 'groupsClaim'] as const;

/** Adds an OpenID Connect provider, or changes one. */
export function ProviderDialog({ provider, redirectUriPattern, onClose }: ProviderDialogProps) {
  const t = useTexts(signInProviderTexts);
  const workspace = useQuery(currentWorkspaceQuery);
  const save = useSaveProvider();
  const [id] = useState(() => provider?.id ?? crypto.randomUUID());
  const [draft, setDraft] = useState<ProviderDraft>(() => toDraft(provider));
  const errors = save.error ? toFormErrors(save.error, fields) : {};
  const isAtField = fields.some((field) => errors[field] !== undefined);
  const change = (changes: Partial<ProviderDraft>) => setDraft((present) => ({ ...present, ...changes }));
  const field = (name: 'name' | 'issuer' | 'clientId' | 'clientSecret') => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    error: errors[name],
    spellCheck: false,
  });
  const submit = () =>
    save.mutate(
      {
        isNew: !provider,
        id,
        body: toBody(draft, provider?.newcomers?.workspaceId ?? workspace.data?.id ?? ''),
      },
      {
        onSuccess() {
          notify(t('saved'), 'success');
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={provider ? t('edit', { name: provider.name }) : t('add')}
      submitLabel={t('save')}
      width={640}
      isBusy={save.isPending}
      problem={save.error && !isAtField && toMessage(save.error)}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className={styles['fields']}>
        <TextField autoFocus label={t('name')} hint={t('nameHint')} maxLength={60} {...field('name')} />
        <TextField label={t('issuer')} hint={t('issuerHint')} type="url" {...field('issuer')} />
        <p>{t('redirectUriHelp')}</p>
        <CopyBox text={redirectUriPattern.replace(':id', id)} name={t('redirectUri')} />
        {provider && (
          <>
            <p>{t('signOutUriHelp')}</p>
            <CopyBox text={provider.signOutUri} name={t('signOutUri')} />
          </>
        )}
        <TextField label={t('clientId')} {...field('clientId')} />
        <TextField
          label={t('clientSecret')}
          type="password"
          autoComplete="off"
          hint={provider?.hasSecret ? t('secretKept') : undefined}
          {...field('clientSecret')}
        />
        <TextField
          label={t('domains')}
          hint={t('domainsHint')}
          spellCheck={false}
          value={draft.domains}
          onChange={(event) => change({ domains: event.target.value })}
          error={errors.allowedDomains}
        />
        <NewcomerFields draft={draft} claimError={errors.groupsClaim} onChange={change} />
      </div>
    </FormDialog>
  );
}

interface NewcomerFieldsProps {
  draft: ProviderDraft;
  claimError: string | undefined;
  onChange: (changes: Partial<ProviderDraft>) => void;
}

/** Whether people without an account join, and in which role. */
function NewcomerFields({ draft, claimError, onChange }: NewcomerFieldsProps) {
  const t = useTexts(signInProviderTexts);
  const roles = useQuery(rolesOfWorkspaceQuery);
  return (
    <>
      <SwitchField
        label={t('newcomers')}
        hint={t('newcomersHint')}
        isOn={draft.isOpen}
        onChange={(isOpen) => onChange({ isOpen })}
      />
      {draft.isOpen && (
        <>
          <RoleChoice
            label={t('newcomerRole')}
            roles={roles.data ?? []}
            value={draft.roleId}
            onChange={(roleId) => onChange({ roleId })}
          />
          <TextField
            label={t('groupsClaim')}
            hint={t('groupsClaimHint')}
            spellCheck={false}
            value={draft.groupsClaim}
            onChange={(event) => onChange({ groupsClaim: event.target.value })}
            error={claimError}
          />
          {draft.groupsClaim.trim() !== '' && (
            <GroupRoleRows
              rows={draft.groupRoles}
              roles={roles.data ?? []}
              onChange={(groupRoles) => onChange({ groupRoles })}
            />
          )}
        </>
      )}
    </>
  );
}
