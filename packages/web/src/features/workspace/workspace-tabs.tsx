import { useQuery } from '@tanstack/react-query';
import { findLacking, type Permits } from '@tendril/contract/permission';
import { useOwnPermissions } from '../../kit/state/permissions-store.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { DialogTabs } from '../../kit/ui/dialog-tabs.tsx';
import { profileQuery } from './profile.queries.ts';
import type { WorkspaceTab } from './workspace-store.ts';

const tabs = [
  { id: 'profile', permits: 'member' },
  { id: 'people', permits: 'people:read' },
  { id: 'signIn', permits: 'workspace:own' },
  { id: 'limits', permits: 'limits:read' },
  { id: 'data', permits: 'limits:read' },
  { id: 'audit', permits: 'audit:read' },
] as const satisfies readonly { id: WorkspaceTab; permits: Permits }[];

/** The parts of the workspace dialog in a row. */
export function WorkspaceTabs({
  value,
  onChange,
}: {
  value: WorkspaceTab;
  onChange: (tab: WorkspaceTab) => void;
}) {
  const t = useTexts(workspaceTexts);
  const own = useOwnPermissions(({ permissions }) => permissions);
  const profile = useQuery(profileQuery);
  const shown = tabs.filter(
    ({ id, permits }) =>
      (!own || !findLacking(permits, own)) && (id !== 'signIn' || profile.data?.isInstallationOwner),
  );
  return (
    <DialogTabs
      label={t('parts')}
      tabs={shown.map(({ id }) => ({ id, label: t(id) }))}
      value={value}
      onChange={onChange}
      idStem="workspace"
      isFirst
    />
  );
}
