import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { DialogTabs } from '../../kit/ui/dialog-tabs.tsx';
import type { WorkspaceTab } from './workspace-store.ts';

const tabs: readonly WorkspaceTab[] = ['profile', 'people', 'limits', 'audit'];

/** The parts of the workspace dialog in a row. */
export function WorkspaceTabs({
  value,
  onChange,
}: {
  value: WorkspaceTab;
  onChange: (tab: WorkspaceTab) => void;
}) {
  const t = useTexts(workspaceTexts);
  return (
    <DialogTabs
      label={t('parts')}
      tabs={tabs.map((id) => ({ id, label: t(id) }))}
      value={value}
      onChange={onChange}
      idStem="workspace"
      isFirst
    />
  );
}
