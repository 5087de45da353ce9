import { useQuery } from '@tanstack/react-query';
import type { StepKind } from '@tendril/contract/run-event';
import { useMemo } from 'react';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { type Texts, useTexts } from '../../kit/texts/texts.ts';
import { buildTrace } from '../runs/apply-trace-event.ts';
import { inThousands } from '../runs/figures.ts';
import { runQuery } from '../runs/runs.queries.ts';
import { stepColour } from '../runs/step-colour.ts';
import type { Trace } from '../runs/trace.ts';
import { setUpMs, workShares } from '../runs/work-shares.ts';
import styles from './share-bar.module.css';

type ChatKey = typeof chatTexts extends Texts<infer K> ? K : never;

const kindWords = {
  model: 'kindModel',
  embedding: 'kindEmbedding',
  retrieval: 'kindRetrieval',
  memory: 'kindMemory',
  tool: 'kindTool',
  code: 'kindCode',
  request: 'kindRequest',
} as const satisfies Record<StepKind, ChatKey>;

const noEvents: never[] = [];

interface ShareBarProps {
  runId: string;
  trace: Trace;
  /** How long the run took as a whole. */
  totalMs: number | undefined;
}

/** How an answer's time was divided among kinds of work; for older answers it comes from the stored events. */
export function ShareBar({ runId, trace, totalMs }: ShareBarProps) {
  const t = useTexts(chatTexts);
  const isKnown = trace.spans.length > 0;
  const { data } = useQuery({ ...runQuery(runId), enabled: !isKnown });
  const events = data?.events ?? noEvents;
  const shares = useMemo(() => workShares(isKnown ? trace : buildTrace(events)), [isKnown, trace, events]);
  if (shares.length === 0) return null;
  const setUp = setUpMs(shares, totalMs);
  const parts: { key: string; label: string; ms: number; colour: string }[] = [
    ...(setUp > 0 ? [{ key: 'setUp', label: t('setUp'), ms: setUp, colour: 'var(--field-border)' }] : []),
    ...shares.map(({ kind, ms }) => ({ key: kind, label: t(kindWords[kind]), ms, colour: stepColour(kind) })),
  ];
  return (
    <figure className={styles['shares']} aria-label={t('shareTitle')}>
      <div className={styles['bar']} aria-hidden="true">
        {parts.map(({ key, ms, colour }) => (
          <span key={key} style={{ flexGrow: Math.max(ms, 0.001), background: colour }} />
        ))}
      </div>
      <figcaption>
        {parts.map(({ key, label, ms, colour }, index) => (
          <span key={key} className={styles['share']}>
            <span className={styles['square']} style={{ background: colour }} aria-hidden="true" />
            {label}
            <strong>
              {shownMs(ms)}
              {index === parts.length - 1 ? ' ms' : <span className="visually-hidden"> ms</span>}
            </strong>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function shownMs(ms: number): string {
  return ms < 9.95 ? Math.max(0.1, ms).toFixed(1) : inThousands(Math.round(ms));
}
