import type { Member, Role } from '@tendril/contract/api/people';
import { initialsOf } from '../../kit/lib/initials-of.ts';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { SelectField } from '../../kit/params/select-field.tsx';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { useMay, useOwnPermissions } from '../../kit/state/permissions-store.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Chip } from '../../kit/ui/chip.tsx';
import { useChangePersonRole } from './people.queries.ts';
import { grantableRoles, roleName } from './role-names.ts';
import styles from './workspace.module.css';

interface PersonRowProps {
  person: Member;
  roles: readonly Role[];
  onRemove: (() => void) | undefined;
}

/** A person with the role, which those above may change. */
export function PersonRow({ person, roles, onRemove }: PersonRowProps) {
  const t = useTexts(workspaceTexts);
  const { name, email, joinedAt, lastSeenAt, isSelf } = person;
  const seen = lastSeenAt === null ? t('neverSeen') : t('lastSeen', { age: relativeTime(lastSeenAt) });
  return (
    <li>
      <span className={styles['face']} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <div className={styles['words']}>
        <strong>
          {name} {isSelf && <Chip label={t('you')} />}
        </strong>
        <span>{email}</span>
      </div>
      <span className={styles['aside']}>
        {t('joined', { age: relativeTime(joinedAt) })} · {seen}
      </span>
      <PersonRole person={person} roles={roles} />
      {onRemove && (
        <Button
          size="small"
          aria-label={t(isSelf ? 'leaveTitle' : 'removePerson', { name })}
          onClick={onRemove}
        >
          {t(isSelf ? 'leave' : 'remove')}
        </Button>
      )}
    </li>
  );
}

function PersonRole({ person, roles }: Pick<PersonRowProps, 'person' | 'roles'>) {
  const t = useTexts(workspaceTexts);
  const change = useChangePersonRole();
  const mayChange = useMay('people:edit');
  const own = useOwnPermissions(({ permissions }) => permissions);
  const { id, name, roleId, isBelow } = person;
  const role = roles.find((one) => one.id === roleId);
  const label = role ? roleName(role) : roleName({ id: roleId, name: roleId });
  if (!mayChange || !isBelow) return <Chip label={label} />;
  const give = (chosen: string) =>
    change.mutate(
      { id, roleId: chosen },
      {
        onSuccess: () => notify(t('roleGiven', { name }), 'success'),
        onError: notifyError,
      },
    );
  return (
    <span className={styles['given']}>
      <SelectField
        label={t('roleOf', { name })}
        value={roleId}
        options={grantableRoles(roles, own)}
        emptyLabel=""
        canBeEmpty={false}
        isDisabled={change.isPending}
        onChange={give}
      />
    </span>
  );
}
