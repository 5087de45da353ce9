import { FilePlus2, LayoutTemplate, type LucideIcon, Route, Upload, Workflow } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { DropOverlay } from '../../kit/lists/drop-overlay.tsx';
import { HiddenFileInput } from '../../kit/lists/hidden-file-input.tsx';
import { NewMenuButton } from '../../kit/lists/new-menu-button.tsx';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { newFlowPath } from './flow-paths.ts';
import type { FlowKind, ListKind } from './flows.queries.ts';
import type { useImportFlow } from './use-import-flow.ts';

const TemplatePicker = lazy(async () => ({
  default: (await import('./template-picker.tsx')).TemplatePicker,
}));

/** The empty canvases that a list offers, the newer kind first. */
const blanks = {
  CHATFLOW: [{ id: 'CHATFLOW', label: 'newBlank', Icon: FilePlus2 }],
  PIPELINE: [
    { id: 'AGENTFLOW', label: 'newAgentFlow', Icon: Workflow },
    { id: 'MULTIAGENT', label: 'newSequential', Icon: Route },
  ],
} as const satisfies Record<ListKind, readonly { id: FlowKind; label: string; Icon: LucideIcon }[]>;

interface NewFlowButtonProps {
  kind: ListKind;
  isMain: boolean;
  files: ReturnType<typeof useImportFlow>;
}

/** The ways to a new flow: an empty canvas, a template, a file. Green unless something else is the main act. */
export function NewFlowButton({ kind, isMain, files }: NewFlowButtonProps) {
  const t = useTexts(flowsTexts);
  const navigate = useNavigate();
  const picker = useRef<HTMLInputElement>(null);
  const [isPicking, setPicking] = useState(false);
  const { importFiles, isDropping } = files;
  const label = t(kind === 'CHATFLOW' ? 'newFlow' : 'newPipeline');
  return (
    <>
      <NewMenuButton
        needs="flows:edit"
        isMain={isMain}
        label={label}
        actions={[
          ...blanks[kind].map(({ id, label: blank, Icon }) => ({
            id,
            label: t(blank),
            Icon,
            onSelect: () => void navigate(newFlowPath(id)),
          })),
          {
            id: 'template',
            label: t('newFromTemplate'),
            Icon: LayoutTemplate,
            onSelect: () => setPicking(true),
          },
          {
            id: 'import',
            label: t('newImport'),
            Icon: Upload,
            needs: 'flows:edit',
            onSelect: () => picker.current?.click(),
          },
        ]}
      />
      <HiddenFileInput ref={picker} label={t('newImport')} onFiles={(files) => void importFiles(files)} />
      {isDropping && <DropOverlay text={t('dropFlow')} />}
      {isPicking && (
        <Suspense>
          <TemplatePicker kind={kind} onClose={() => setPicking(false)} />
        </Suspense>
      )}
    </>
  );
}
