import { useQuery } from '@tanstack/react-query';
import type { Invitation, Role } from '@tendril/contract/api/people';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { SelectField } from '../../kit/params/select-field.tsx';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { useOwnPermissions } from '../../kit/state/permissions-store.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Chip } from '../../kit/ui/chip.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { invitationsQuery, useInvite, useRevoke } from './people.queries.ts';
import { grantableRoles, roleName } from './role-names.ts';
import styles from './workspace.module.css';

/** Makes invitation links, and lists those that are still unused. */
export function InvitePanel({ roles }: { roles: readonly Role[] }) {
  const t = useTexts(workspaceTexts);
  const invite = useInvite();
  const [label, setLabel] = useState('');
  const own = useOwnPermissions(({ permissions }) => permissions);
  const offered = grantableRoles(roles, own);
  const [chosen, setChosen] = useState('builder');
  const roleId = offered.some(({ name }) => name === chosen) ? chosen : (offered.at(-1)?.name ?? chosen);
  const submit = () => {
    if (!invite.isPending) invite.mutate({ label: label.trim(), roleId }, { onSuccess: () => setLabel('') });
  };
  const link = invite.data ? `${window.location.origin}/?invite=${invite.data.token}` : '';
  return (
    <section className={styles['section']} aria-labelledby="workspace-invite">
      <div className={styles['sectionHead']}>
        <div>
          <h3 id="workspace-invite">{t('invite')}</h3>
          <p>{t('inviteHelp')}</p>
        </div>
      </div>
      <form
        className={styles['line']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={t('inviteFor')}
          hint={t('inviteForHint')}
          maxLength={120}
          value={label}
          onChange={(event) => setLabel(event.target.value)}
          error={invite.error ? toMessage(invite.error) : undefined}
        />
        <div className={styles['role']}>
          <label htmlFor="invite-role">{t('role')}</label>
          <SelectField
            id="invite-role"
            value={roleId}
            options={offered}
            emptyLabel=""
            canBeEmpty={false}
            onChange={setChosen}
          />
        </div>
        <PermittedButton needs="people:invite" type="submit" look="primary" isBusy={invite.isPending}>
          {t('makeLink')}
        </PermittedButton>
      </form>
      <div role="status">
        {link && (
          <>
            <p className={styles['linkMade']}>{t('linkMade')}</p>
            <div className={styles['secret']}>
              {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the copied text needs a name */}
              <code aria-label={t('link')}>{link}</code>
              <CopyButton text={link} label={t('copyLink')} />
            </div>
          </>
        )}
      </div>
      <OpenInvitations roles={roles} />
    </section>
  );
}

function OpenInvitations({ roles }: { roles: readonly Role[] }) {
  const t = useTexts(workspaceTexts);
  const invitations = useQuery(invitationsQuery);
  const revoke = useRevoke();
  const take = (id: string) =>
    revoke.mutate(id, { onSuccess: () => notify(t('revoked'), 'success'), onError: notifyError });
  if (invitations.isError)
    return (
      <ErrorState title={t('loadFailed')} error={invitations.error} onRetry={() => invitations.refetch()} />
    );
  if (!invitations.data?.length) return null;
  return (
    <>
      <h4 className={styles['small']}>{t('openInvitations')}</h4>
      <ul className={styles['rows']}>
        {invitations.data.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            role={roles.find(({ id }) => id === invitation.roleId)}
            onRevoke={() => take(invitation.id)}
          />
        ))}
      </ul>
    </>
  );
}

interface InvitationRowProps {
  invitation: Invitation;
  role: Role | undefined;
  onRevoke: () => void;
}

function InvitationRow({ invitation, role, onRevoke }: InvitationRowProps) {
  const t = useTexts(workspaceTexts);
  const { invitedBy, createdAt, expiresAt } = invitation;
  const label = invitation.label || t('anybody');
  const age = relativeTime(createdAt);
  return (
    <li>
      <Link2 size={20} />
      <div className={styles['words']}>
        <strong>{label}</strong>
        <span>
          {invitedBy === null ? t('byOperator', { age }) : t('invitedBy', { name: invitedBy, age })}
        </span>
      </div>
      {role && <Chip label={roleName(role)} />}
      <span className={styles['aside']}>{t('endsIn', { time: relativeTime(expiresAt) })}</span>
      <PermittedButton
        needs="people:invite"
        size="small"
        aria-label={t('revokeInvitation', { label })}
        onClick={onRevoke}
      >
        {t('revoke')}
      </PermittedButton>
    </li>
  );
}
