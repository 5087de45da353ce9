import {
  createColumnHelper,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  sortFns,
  tableFeatures,
} from '@tanstack/react-table';
import type { FlowSummary } from '@tendril/contract/api/flows';
import { Link } from 'react-router';
import { countSuffix } from '../../kit/lib/count-suffix.ts';
import { shortAge } from '../../kit/lib/short-age.ts';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { say } from '../../kit/texts/texts.ts';
import { SparkLine } from '../../kit/ui/spark-line.tsx';
import { flowPath } from './flow-paths.ts';
import { FlowStatus } from './flow-status.tsx';
import styles from './flow-table.module.css';
import type { FlowKind } from './flows.queries.ts';
import { NodeTiles } from './node-tiles.tsx';

export const flowTableFeatures = tableFeatures({
  rowSortingFeature,
  rowSelectionFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns,
});

const helper = createColumnHelper<typeof flowTableFeatures, FlowSummary>();
const mostTiles = 4;

/** The columns of the flow table; runs and ages sort by their numbers. */
export function flowColumns(kind: FlowKind) {
  return helper.columns([
    helper.accessor('name', {
      header: say(flowsTexts, 'name'),
      sortFn: 'text',
      cell: ({ row }) => (
        <Link to={flowPath(kind, row.original.id)} className={styles['nameLink'] ?? ''}>
          {row.original.name}
        </Link>
      ),
    }),
    helper.accessor('status', {
      header: say(flowsTexts, 'status'),
      cell: ({ row }) => <FlowStatus flow={row.original} />,
    }),
    helper.accessor('nodeCount', {
      header: say(flowsTexts, 'nodes'),
      cell: ({ row }) => <NodeTiles names={row.original.nodeNames} most={mostTiles} />,
    }),
    helper.accessor(runsOf, {
      id: 'runs',
      header: say(flowsTexts, 'runs'),
      cell: ({ row, getValue }) => (
        <span className={styles['trend']}>
          <SparkLine counts={row.original.runs} />
          <span>{getValue() === 0 ? '–' : countSuffix(getValue())}</span>
        </span>
      ),
    }),
    helper.accessor('updatedAt', {
      header: say(flowsTexts, 'updated'),
      cell: ({ getValue }) => (
        <time dateTime={new Date(getValue()).toISOString()}>{shortAge(getValue())}</time>
      ),
    }),
  ]);
}

/** The runs of the last seven days. */
export function runsOf(flow: FlowSummary): number {
  return flow.runs.reduce((sum, count) => sum + count, 0);
}
