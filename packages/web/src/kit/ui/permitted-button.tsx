import type { Permits } from '@tendril/contract/permission';
import type { ComponentProps } from 'react';
import { useLacking } from '../state/permissions-store.ts';
import { permissionTexts } from '../texts/en/permissions.ts';
import { permissionKey } from '../texts/permission-key.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from './button.tsx';

/** A button that is disabled, with the reason, where the person's role does not permit what it does. */
export function PermittedButton({ needs, ...button }: ComponentProps<typeof Button> & { needs: Permits }) {
  const t = useTexts(permissionTexts);
  const lacking = useLacking(needs);
  if (lacking === undefined) return <Button {...button} />;
  const reason = t('forbiddenAct', { permission: t(permissionKey(lacking)) });
  // It keeps its place in the order of focus, so that the reason is read out.
  return (
    <Button
      {...button}
      type="button"
      aria-disabled
      title={reason}
      aria-description={reason}
      onClick={(event) => event.preventDefault()}
    />
  );
}
