import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { flowsTexts } from '../../texts/en/flows.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { newFlowPath } from './flow-paths.ts';
import type { FlowKind } from './flows.queries.ts';

/** Opens an empty canvas; green unless something else on the page is the main act. */
export function NewFlowButton({ kind, isMain }: { kind: FlowKind; isMain: boolean }) {
  const t = useTexts(flowsTexts);
  const navigate = useNavigate();
  return (
    <Button
      look={isMain ? 'primary' : 'plain'}
      icon={<Plus size={20} />}
      onClick={() => navigate(newFlowPath(kind))}
    >
      {t(kind === 'CHATFLOW' ? 'newFlow' : 'newPipeline')}
    </Button>
  );
}
