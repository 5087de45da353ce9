import type { RunStatus } from '@tendril/contract/run-event';
import {
  Check,
  CircleSlash,
  CircleX,
  Hand,
  LoaderCircle,
  type LucideIcon,
  Minus,
  Pin,
  Snowflake,
  Unplug,
} from 'lucide-react';
import { traceTexts } from '../../kit/texts/en/chat.ts';
import { type Texts, useTexts } from '../../kit/texts/texts.ts';
import styles from './span-status.module.css';
import type { SpanStatus } from './trace.ts';

type TraceKey = typeof traceTexts extends Texts<infer K> ? K : never;
type Status = SpanStatus | RunStatus;

const looks = {
  running: { Icon: LoaderCircle, word: 'statusRunning' },
  waiting: { Icon: Hand, word: 'statusWaiting' },
  done: { Icon: Check, word: 'statusDone' },
  failed: { Icon: CircleX, word: 'statusFailed' },
  cancelled: { Icon: CircleSlash, word: 'statusCancelled' },
  interrupted: { Icon: Unplug, word: 'statusInterrupted' },
  cached: { Icon: Snowflake, word: 'statusCached' },
  pinned: { Icon: Pin, word: 'statusPinned' },
  skipped: { Icon: Minus, word: 'statusSkipped' },
} as const satisfies Record<Status, { Icon: LucideIcon; word: TraceKey }>;

/** The label of a state. */
export function statusWord(status: Status): TraceKey {
  return looks[status].word;
}

/** The icon of a state, with its label for screen readers. */
export function SpanStatusIcon({ status }: { status: Status }) {
  const t = useTexts(traceTexts);
  const { Icon, word } = looks[status];
  return (
    <span className={styles[status]} title={t(word)}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      <span className="visually-hidden">{t(word)}</span>
    </span>
  );
}
