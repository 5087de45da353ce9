import { keyPermissions, type Permission } from '@tendril/contract/permission';
import { PermissionChoice } from '../../kit/params/permission-choice.tsx';
import { useOwnPermissions } from '../../kit/state/permissions-store.ts';
import { apiKeysTexts } from '../../kit/texts/en/api-keys.ts';
import { useTexts } from '../../kit/texts/texts.ts';

interface KeyPermissionsProps {
  chosen: ReadonlySet<Permission>;
  onChange: (chosen: ReadonlySet<Permission>) => void;
  error?: string | undefined;
}

/** The permissions of a key, of those that its maker has. */
export function KeyPermissions(props: KeyPermissionsProps) {
  const t = useTexts(apiKeysTexts);
  const own = useOwnPermissions(({ permissions }) => permissions);
  return <PermissionChoice label={t('permissions')} offered={keyPermissions} grantable={own} {...props} />;
}
