import { traceTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { costFigure, inThousands, shortMs } from './figures.ts';
import styles from './span-figures.module.css';
import type { Trace, TraceSpan } from './trace.ts';
import { figuresOf } from './trace-rows.ts';

const unknown = '–';

/** The four figures of a piece of work: tokens in and out, first token, cost. */
export function SpanFigures({ span, trace }: { span: TraceSpan; trace: Trace }) {
  const t = useTexts(traceTexts);
  const { inputTokens, outputTokens, firstTokenMs, costUsd } = figuresOf(span, trace);
  const figures = [
    [t('tokensIn'), inputTokens === undefined ? unknown : inThousands(inputTokens)],
    [t('tokensOut'), outputTokens === undefined ? unknown : inThousands(outputTokens)],
    [t('firstToken'), firstTokenMs === undefined ? unknown : shortMs(firstTokenMs)],
    [t('cost'), costFigure(costUsd)],
  ] as const;
  return (
    <dl className={styles['figures']}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
