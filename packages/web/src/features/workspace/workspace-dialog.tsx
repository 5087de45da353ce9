import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { PartBoundary } from '../../kit/ui/part-boundary.tsx';
import { SignInTab } from '../sign-in-providers/sign-in-tab.tsx';
import { AuditTab } from './audit-tab.tsx';
import { DataTab } from './data-tab.tsx';
import { LimitsTab } from './limits-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { ProfileTab } from './profile-tab.tsx';
import styles from './workspace.module.css';
import { closeWorkspace, openWorkspace, type WorkspaceTab } from './workspace-store.ts';
import { WorkspaceTabs } from './workspace-tabs.tsx';

const parts = {
  profile: ProfileTab,
  people: PeopleTab,
  signIn: SignInTab,
  limits: LimitsTab,
  data: DataTab,
  audit: AuditTab,
};

/** The user's account, the people of the workspace and the audit log. */
export function WorkspaceDialog({ tab }: { tab: WorkspaceTab }) {
  const t = useTexts(workspaceTexts);
  const Part = parts[tab];
  return (
    <Dialog isOpen title={t('workspace')} width={920} onClose={closeWorkspace}>
      <WorkspaceTabs value={tab} onChange={openWorkspace} />
      {/* Each part begins at its top. */}
      <div
        key={tab}
        role="tabpanel"
        id="workspace-panel"
        aria-labelledby={`workspace-tab-${tab}`}
        className={styles['panel']}
      >
        <PartBoundary>
          <Part classes={styles} />
        </PartBoundary>
      </div>
    </Dialog>
  );
}
