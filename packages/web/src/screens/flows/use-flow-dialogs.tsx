import type { FlowSummary } from '@tendril/contract/api/flows';
import { lazy, Suspense, useState } from 'react';
import { NameDialog } from '../../kit/lists/name-dialog.tsx';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { FlowFacets } from './flow-tools.tsx';
import { useRenameFlow } from './flows.queries.ts';
import { MoveDialog } from './move-dialog.tsx';
import { TagsDialog } from './tags-dialog.tsx';

const TemplateDialog = lazy(async () => ({
  default: (await import('../../features/flow-settings/template-dialog.tsx')).TemplateDialog,
}));

type DialogName = 'rename' | 'template' | 'move' | 'tags';

/** The dialogs of a list of flows; it draws the open one once. */
export function useFlowDialogs(facets: FlowFacets, onDone: () => void) {
  const [opened, setOpened] = useState<{ name: DialogName; flows: readonly FlowSummary[] } | null>(null);
  const close = () => setOpened(null);
  const done = () => {
    close();
    onDone();
  };
  const [first] = opened?.flows ?? [];
  const flows = opened?.flows ?? [];
  const dialog = first && (
    <>
      {opened?.name === 'rename' && <RenameDialog flow={first} onClose={close} />}
      {opened?.name === 'move' && (
        <MoveDialog flows={flows} folders={facets.folders} onClose={close} onDone={done} />
      )}
      {opened?.name === 'tags' && (
        <TagsDialog flows={flows} known={facets.tags} onClose={close} onDone={done} />
      )}
      {opened?.name === 'template' && (
        <Suspense>
          <TemplateDialog source={{ flowId: first.id }} sourceName={first.name} onClose={close} />
        </Suspense>
      )}
    </>
  );
  return {
    open: (name: DialogName, chosen: readonly FlowSummary[]) => setOpened({ name, flows: chosen }),
    dialog,
  };
}

function RenameDialog({ flow, onClose }: { flow: FlowSummary; onClose: () => void }) {
  const t = useTexts(flowsTexts);
  const rename = useRenameFlow();
  return (
    <NameDialog
      title={t('renameTitle')}
      submitText={t('rename')}
      label={t('nameLabel')}
      needed={t('nameNeeded')}
      initialName={flow.name}
      isBusy={rename.isPending}
      error={rename.error}
      onSubmit={(name) => rename.mutate({ id: flow.id, name }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
