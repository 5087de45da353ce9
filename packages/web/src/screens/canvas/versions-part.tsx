import type { FlowVersion } from '@tendril/contract/api/flow-versions';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useFlowFile } from './editing-session.ts';
import type { FlowActions } from './use-flow-actions.ts';

const VersionsView = lazy(() =>
  import('../../features/versions/versions-view.tsx').then((module) => ({ default: module.VersionsView })),
);

/** The Versions tab, beginning with the drawing as it is now. */
export function VersionsPart({ flowId, actions }: { flowId: string; actions: FlowActions }) {
  const revision = useFlowFile((file) => file.revision);
  const live = useFlowFile((file) => file.liveVersion);
  const [busyId, setBusyId] = useState<string>();
  useEffect(() => {
    void actions.saveNow();
  }, [actions]);
  const during = (act: (version: FlowVersion) => Promise<unknown>) => (version: FlowVersion) => {
    setBusyId(version.id);
    void act(version).finally(() => setBusyId(undefined));
  };
  return (
    <Suspense>
      <VersionsView
        flowId={flowId}
        revision={`${revision}:${live ?? ''}`}
        busyId={busyId}
        onRestore={during(actions.restoreVersion)}
        onPublish={during(actions.publishVersion)}
      />
    </Suspense>
  );
}
