import type { FlowSummary } from '@tendril/contract/api/flows';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { countSuffix } from '../../kit/lib/count-suffix.ts';
import { Age } from '../../kit/lists/age.tsx';
import type { ListColumn } from '../../kit/lists/list-column.ts';
import listStyles from '../../kit/lists/list-table.module.css';
import { NodeTiles } from '../../kit/lists/node-tiles.tsx';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { say } from '../../kit/texts/texts.ts';
import { Chip } from '../../kit/ui/chip.tsx';
import { SparkLine } from '../../kit/ui/spark-line.tsx';
import { costText, errorShare, isAlarming, runsOf, shareText, sumFigures, timeText } from './flow-figures.ts';
import { flowPath } from './flow-paths.ts';
import { FlowStatus } from './flow-status.tsx';
import styles from './flow-table.module.css';
import { tagsOf } from './flow-tags.ts';
import { KindChip } from './kind-chip.tsx';
import { WaitingChip } from './waiting-chip.tsx';

export type FlowColumn =
  | 'name'
  | 'status'
  | 'tags'
  | 'nodes'
  | 'runs'
  | 'errors'
  | 'p95'
  | 'cost'
  | 'updated';

const mostTiles = 4;
const mostTags = 2;

/** What each column is sorted by. */
export const flowSortValues: Readonly<Record<FlowColumn, (flow: FlowSummary) => string | number>> = {
  name: ({ name }) => name,
  status: ({ status }) => status,
  tags: (flow) => tagsOf(flow).join(' '),
  nodes: ({ nodeCount }) => nodeCount,
  runs: runsOf,
  errors: (flow) => errorShare(flow) ?? -1,
  p95: ({ p95Ms }) => p95Ms ?? -1,
  cost: ({ costUsd }) => costUsd ?? -1,
  updated: ({ updatedAt }) => updatedAt,
};

interface FlowColumnsParts {
  rows: readonly FlowSummary[];
  /** Only the server can sort, and not all totals are known. */
  hasMore: boolean;
}

/** The columns of the flow table, with sums under those of figures. */
export function flowColumns({ rows, hasMore }: FlowColumnsParts): ListColumn<FlowSummary, FlowColumn>[] {
  const t = (key: FlowColumn) => say(flowsTexts, key);
  const sums = hasMore ? undefined : sumFigures(rows);
  const figures = figureColumns(sums);
  const columns: ListColumn<FlowSummary, FlowColumn>[] = [
    {
      id: 'name',
      label: t('name'),
      isMain: true,
      cell: (flow) => (
        <>
          <Link to={flowPath(flow.type, flow.id)} className={listStyles['name'] ?? ''} title={flow.name}>
            {flow.name}
          </Link>
          <KindChip type={flow.type} />
          {flow.folder && <span className={listStyles['sub']}>{flow.folder}</span>}
        </>
      ),
    },
    { id: 'status', label: t('status'), cell: (flow) => <StatusCell flow={flow} /> },
    { id: 'tags', label: t('tags'), from: 1080, cell: (flow) => <Tags tags={tagsOf(flow)} /> },
    {
      id: 'nodes',
      label: t('nodes'),
      from: 1240,
      startsDescending: true,
      cell: ({ nodeNames }) => <NodeTiles names={nodeNames} most={mostTiles} />,
    },
    ...figures,
    {
      id: 'updated',
      label: t('updated'),
      from: 520,
      startsDescending: true,
      cell: ({ updatedAt }) => <Age at={updatedAt} />,
    },
  ];
  const byServer: readonly FlowColumn[] = ['name', 'updated'];
  return columns.map((column) => ({ ...column, isFixed: hasMore && !byServer.includes(column.id) }));
}

function figureColumns(
  sums: ReturnType<typeof sumFigures> | undefined,
): ListColumn<FlowSummary, FlowColumn>[] {
  const t = (key: FlowColumn) => say(flowsTexts, key);
  return [
    {
      id: 'runs',
      label: t('runs'),
      isFigure: true,
      from: 800,
      cell: (flow) => (
        <span className={styles['trend']}>
          <SparkLine counts={flow.runs} />
          <span>{runsOf(flow) === 0 ? '–' : countSuffix(runsOf(flow))}</span>
        </span>
      ),
      foot: sums && sums.runs > 0 && countSuffix(sums.runs),
    },
    {
      id: 'errors',
      label: t('errors'),
      isFigure: true,
      from: 1080,
      cell: (flow) => <Errors share={errorShare(flow)} />,
      foot: sums && sums.share !== undefined && shareText(sums.share),
    },
    { id: 'p95', label: t('p95'), isFigure: true, from: 1080, cell: ({ p95Ms }) => timeText(p95Ms) },
    {
      id: 'cost',
      label: t('cost'),
      isFigure: true,
      from: 1080,
      cell: ({ costUsd }) => costText(costUsd),
      foot: sums && sums.costUsd !== null && costText(sums.costUsd),
    },
  ];
}

function StatusCell({ flow }: { flow: FlowSummary }) {
  return (
    <span className={listStyles['chips']}>
      <FlowStatus flow={flow} />
      <WaitingChip flow={flow} />
    </span>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <span className={listStyles['chips']} title={tags.join(', ')}>
      {tags.slice(0, mostTags).map((tag) => (
        <Chip key={tag} label={tag} />
      ))}
      {tags.length > mostTags && <Chip label={`+${tags.length - mostTags}`} />}
    </span>
  );
}

function Errors({ share }: { share: number | undefined }) {
  if (!isAlarming(share)) return shareText(share);
  return (
    <span className={styles['alarm']}>
      <TriangleAlert size={16} role="img" aria-label={say(flowsTexts, 'manyErrors')} /> {shareText(share)}
    </span>
  );
}
