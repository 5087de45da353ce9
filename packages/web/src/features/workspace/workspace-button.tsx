import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { openWorkspace } from './workspace-store.ts';

/** The link at the drawer's foot that opens the workspace dialog. */
export function WorkspaceButton({ className }: { className: string | undefined }) {
  const t = useTexts(workspaceTexts);
  return (
    <button type="button" className={className} aria-haspopup="dialog" onClick={() => openWorkspace()}>
      {t('workspace')}
    </button>
  );
}
