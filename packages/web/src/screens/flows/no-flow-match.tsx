import { NoMatch } from '../../kit/lists/no-match.tsx';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { FlowFilterState } from './use-flow-filter.ts';

/** No flow fits search and filters. */
export function NoFlowMatch({ state }: { state: FlowFilterState }) {
  const t = useTexts(flowsTexts);
  const { search, kind } = state.filter;
  if (search === '')
    return <NoMatch title={t('nothingHere')} text={t('nothingWithFilter')} onClear={state.clear} />;
  const title = t(kind === 'CHATFLOW' ? 'noMatch' : 'noPipelineMatch', { search });
  return <NoMatch title={title} onClear={state.clear} />;
}
