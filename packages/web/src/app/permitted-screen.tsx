import type { Permits } from '@tendril/contract/permission';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLacking } from '../kit/state/permissions-store.ts';
import { permissionTexts } from '../kit/texts/en/permissions.ts';
import { permissionKey } from '../kit/texts/permission-key.ts';
import { useTexts } from '../kit/texts/texts.ts';
import { EmptyState } from '../kit/ui/empty-state.tsx';

/** A screen, or in words why the person's role does not show it. */
export function PermittedScreen({ permits, children }: { permits: Permits; children: ReactNode }) {
  const t = useTexts(permissionTexts);
  const lacking = useLacking(permits);
  if (lacking === undefined) return children;
  const text = t('forbiddenText', { permission: t(permissionKey(lacking)) });
  return <EmptyState Icon={Lock} title={t('forbiddenTitle')} text={text} />;
}
