import type { Permits } from '@tendril/contract/permission';
import { useLacking } from '../state/permissions-store.ts';
import { permissionTexts } from '../texts/en/permissions.ts';
import { permissionKey } from '../texts/permission-key.ts';
import { useTexts } from '../texts/texts.ts';
import { IconButton, type IconButtonProps } from './icon-button.tsx';

/** An icon button that is disabled, with the reason, where the person's role does not permit what it does. */
export function PermittedIconButton({ needs, ...button }: IconButtonProps & { needs: Permits }) {
  const t = useTexts(permissionTexts);
  const lacking = useLacking(needs);
  if (lacking === undefined) return <IconButton {...button} />;
  const reason = t('forbiddenAct', { permission: t(permissionKey(lacking)) });
  // It keeps its place in the order of focus, so that the reason is read out.
  return (
    <IconButton
      {...button}
      aria-disabled
      hint={reason}
      aria-description={reason}
      onClick={(event) => event.preventDefault()}
    />
  );
}
