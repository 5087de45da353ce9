import { useInfiniteQuery } from '@tanstack/react-query';
import { ListPage } from '../../kit/lists/list-page.tsx';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { FirstRun } from './first-run.tsx';
import { FlowList } from './flow-list.tsx';
import { FlowTools } from './flow-tools.tsx';
import { flowsQuery, type ListKind } from './flows.queries.ts';
import { NewFlowButton } from './new-flow-button.tsx';
import { useFlowFilter } from './use-flow-filter.ts';
import { useImportFlow } from './use-import-flow.ts';

/** The list of flows or of pipelines. */
export function FlowsScreen({ kind }: { kind: ListKind }) {
  const t = useTexts(flowsTexts);
  const page = useTexts(pageTexts);
  const state = useFlowFilter(kind);
  const flows = useInfiniteQuery(flowsQuery(state.filter));
  const first = flows.data?.pages[0];
  const isFirstRun = first?.counts.all === 0 && !state.isFiltered;
  const files = useImportFlow();
  const name = kind === 'CHATFLOW' ? 'flows' : 'pipelines';
  return (
    <ListPage
      title={page(name)}
      help={page(`${name}Help`)}
      acts={<NewFlowButton kind={kind} isMain={!isFirstRun} files={files} />}
      query={{ hasData: first !== undefined, error: flows.error, retry: () => void flows.refetch() }}
      failed={t('loadFailed')}
      isEmpty={isFirstRun}
      empty={<FirstRun kind={kind} onFiles={(given) => void files.importFiles(given)} />}
      view={state.view}
      tools={<FlowTools state={state} facets={undefined} />}
      list={first && <FlowList state={state} flows={flows} facets={first} total={first.total} />}
    />
  );
}
