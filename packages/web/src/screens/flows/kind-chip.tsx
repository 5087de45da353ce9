import type { FlowType } from '@tendril/contract/flow/flow';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Chip } from '../../kit/ui/chip.tsx';

/** Which of the two kinds a pipeline is; nothing for a flow. */
export function KindChip({ type }: { type: FlowType }) {
  const t = useTexts(flowsTexts);
  if (type === 'CHATFLOW') return null;
  return <Chip label={t(type === 'AGENTFLOW' ? 'kindAgentFlow' : 'kindSequential')} />;
}
