import { lazy, Suspense } from 'react';
import { useWorkspaceDialog } from './workspace-store.ts';

const WorkspaceDialog = lazy(() =>
  import('./workspace-dialog.tsx').then((module) => ({ default: module.WorkspaceDialog })),
);

/** Draws the workspace dialog while it is open. */
export function WorkspaceHost() {
  const tab = useWorkspaceDialog((dialog) => dialog.tab);
  if (tab === null) return null;
  return (
    <Suspense fallback={null}>
      <WorkspaceDialog tab={tab} />
    </Suspense>
  );
}
