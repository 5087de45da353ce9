import { Waypoints } from 'lucide-react';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import type { FlowKind } from './flows.queries.ts';
import { StarterCards } from './starter-cards.tsx';

/** What a list shows before there is anything in it. */
export function FirstRun({ kind }: { kind: FlowKind }) {
  const t = useTexts(flowsTexts);
  if (kind === 'CHATFLOW') return <StarterCards />;
  return <EmptyState Icon={Waypoints} title={t('pipelinesEmpty')} text={t('pipelinesEmptyHelp')} />;
}
