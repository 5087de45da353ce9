import type { FlowNodeData } from '@tendril/contract/flow/flow';
import {
  Ban,
  Check,
  CircleSlash,
  CircleX,
  Hand,
  History,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  Minus,
  Pin,
  Snowflake,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { traceTexts } from '../../../kit/texts/en/chat.ts';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { say, useTexts } from '../../../kit/texts/texts.ts';
import { branchLabels } from '../document/branch-labels.ts';
import { useCanvas } from '../document/use-canvas.ts';
import { durationText } from '../run/duration-text.ts';
import type { ItemPlace } from '../run/item-place.ts';
import { RunningTime, WaitingTime } from '../run/passing-time.tsx';
import type { NodeMark } from '../run/run-marks.ts';
import { waitsFor } from '../run/waits-for.ts';
import styles from './node-state.module.css';

interface MarkProps {
  tone: string;
  Icon: LucideIcon;
  title?: string | undefined;
  children: ReactNode;
}

function Mark({ tone, Icon, title, children }: MarkProps) {
  const isTurning = tone === 'running';
  return (
    <span className={styles['mark']} data-tone={tone} title={title}>
      <Icon size={13} {...(isTurning && { className: styles['turning'] ?? '' })} />
      {isTurning && <i className={styles['pulse']} />}
      <span>{children}</span>
    </span>
  );
}

function Queued({ id }: { id: string }) {
  const t = useTexts(whyTexts);
  const label = useCanvas((state) => waitsFor(state, id));
  return (
    <Mark tone="queued" Icon={Hourglass}>
      {label === undefined ? t('queued') : t('waitsFor', { name: label })}
    </Mark>
  );
}

const placeWords = ({ number: item, of: items }: ItemPlace) =>
  items === undefined ? say(traceTexts, 'item', { item }) : say(traceTexts, 'itemOf', { item, items });

/** What a node is at: another attempt, an element of an iteration, a round of a loop, or just its work. */
function runningWords({ attempt, item, rounds, by }: NodeMark & { status: 'running' }): string {
  if (attempt) {
    const { number, of } = attempt;
    return of === undefined
      ? say(whyTexts, 'attempt', { number })
      : say(whyTexts, 'attemptOf', { number, of });
  }
  if (item) return placeWords(item);
  return rounds > 0 && by === 'node'
    ? say(whyTexts, 'roundNow', { round: rounds + 1 })
    : say(whyTexts, 'running');
}

function Done({
  mark,
  data,
  tone,
}: {
  mark: NodeMark & { status: 'done' };
  data: FlowNodeData;
  tone: string;
}) {
  const t = useTexts(whyTexts);
  const labels = branchLabels(data, mark.branches);
  const text = labels.length > 0 ? labels.join(', ') : durationText(mark.ms);
  const { item, rounds } = mark;
  const isAtItem = item !== undefined && tone !== 'last' && item.number !== String(item.of);
  const words = () => {
    if (isAtItem) return t('itemText', { item: placeWords(item), text });
    if (item !== undefined) return t('itemsText', { count: item.count, text });
    return rounds > 1 ? t('rounds', { rounds, text }) : text;
  };
  return (
    <Mark tone={tone} Icon={Check} title={durationText(mark.ms)}>
      {words()}
    </Mark>
  );
}

interface StateProps {
  id: string;
  data: FlowNodeData;
  mark: NodeMark;
  isVivid: boolean;
}

function State({ id, data, mark, isVivid }: StateProps) {
  const t = useTexts(whyTexts);
  const tone = isVivid || mark.status === 'error' ? mark.status : 'last';
  switch (mark.status) {
    case 'queued':
      return <Queued id={id} />;
    case 'running':
      return (
        <Mark tone={tone} Icon={LoaderCircle}>
          {runningWords(mark)} {mark.item && '· '}
          <RunningTime since={mark.since} />
        </Mark>
      );
    case 'done':
      return <Done mark={mark} data={data} tone={tone} />;
    case 'cached':
      return (
        <Mark tone={tone} Icon={Snowflake} title={t('cachedHelp')}>
          {t('cached')}
        </Mark>
      );
    // The pin icon already says so.
    case 'pinned':
      return (
        <Mark tone={tone} Icon={Check}>
          {t('fromPin')}
        </Mark>
      );
    case 'waiting':
      return (
        <Mark tone={tone} Icon={Hand}>
          {t('waiting')} <WaitingTime since={mark.since} />
        </Mark>
      );
    case 'error':
      return (
        <Mark tone={tone} Icon={CircleX} title={mark.message}>
          {mark.tries > 1 ? t('tries', { count: mark.tries }) : t('failed')}
          {mark.item && ` · ${placeWords(mark.item)}`}, {durationText(mark.ms)}
        </Mark>
      );
    case 'skipped':
      return (
        <Mark tone={tone} Icon={Minus} title={mark.reason}>
          {t('notTaken')}
        </Mark>
      );
  }
}

interface NodeTagProps extends Omit<StateProps, 'mark'> {
  mark: NodeMark | undefined;
  isDisabled: boolean;
  isPinned: boolean;
  isStale: boolean;
  /** Why the node cannot run here, if it cannot. */
  reason: string | undefined;
}

/** What is to be known of a node, outside its upper right corner: icon and words. */
export function NodeTag({ mark, isDisabled, isPinned, isStale, reason, ...state }: NodeTagProps) {
  const t = useTexts(whyTexts);
  const words = useTexts(canvasTexts);
  if (!mark && !isDisabled && !isPinned && reason === undefined) return null;
  return (
    <div className={styles['tag']} data-tag>
      {reason !== undefined && (
        <Mark tone="last" Icon={Ban} title={reason}>
          {words('cannotRun')}
        </Mark>
      )}
      {isDisabled && (
        <Mark tone="last" Icon={CircleSlash} title={t('disabledHelp')}>
          {t('disabled')}
        </Mark>
      )}
      {isPinned && (
        <Mark tone="pinned" Icon={Pin} title={t('pinnedHelp')}>
          {t('pinned')}
        </Mark>
      )}
      {isStale && mark && (
        <Mark tone="stale" Icon={History} title={t('staleHelp')}>
          {t('stale')}
        </Mark>
      )}
      {mark && <State mark={mark} {...state} />}
    </div>
  );
}
