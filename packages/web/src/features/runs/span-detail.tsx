import { useState } from 'react';
import { traceTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { type CitingAnswer, foundPassages } from './found-passages.ts';
import { readModelInput, readModelOutput } from './model-step.ts';
import { PassageCards } from './passage-cards.tsx';
import { PromptCards } from './prompt-cards.tsx';
import styles from './span-detail.module.css';
import { SpanFigures } from './span-figures.tsx';
import type { Trace, TraceSpan } from './trace.ts';
import { ValueView } from './value-view.tsx';

type Tab = 'prompt' | 'output' | 'input';

interface SpanDetailProps {
  span: TraceSpan;
  trace: Trace;
  title: string;
  /** What the run has answered with these sources. */
  answer?: CitingAnswer | undefined;
}

/** All details of one span. */
export function SpanDetail({ span, trace, title, answer }: SpanDetailProps) {
  const t = useTexts(traceTexts);
  const [wantedTab, setTab] = useState<Tab>('prompt');
  const prompt = span.kind === 'model' ? readModelInput(span.input) : undefined;
  // Only a model has a prompt; what was last looked at stays chosen for the next model.
  const tab = !prompt && wantedTab === 'prompt' ? 'input' : wantedTab;
  const segments = prompt
    ? [
        { value: 'prompt' as const, label: t('prompt') },
        { value: 'output' as const, label: t('output') },
        { value: 'input' as const, label: t('rawInput') },
      ]
    : [
        { value: 'input' as const, label: t('input') },
        { value: 'output' as const, label: t('output') },
      ];
  return (
    <div className={styles['detail']}>
      <header className={styles['head']}>
        <h2>{title}</h2>
        {span.kind !== 'node' && span.name !== title && <span>{span.name}</span>}
        {prompt?.isDemo && <span className={styles['demo']}>{t('demo')}</span>}
      </header>
      <SpanFigures span={span} trace={trace} />
      {span.error !== undefined && (
        <p className={styles['error']} role="alert">
          {span.error}
        </p>
      )}
      {span.reason !== undefined && <p>{t('skippedBecause', { reason: span.reason })}</p>}
      <div className={styles['tabs']}>
        <Segmented label={t('tab')} segments={segments} value={tab} onChange={setTab} />
      </div>
      {tab === 'prompt' && prompt && <PromptCards input={prompt} />}
      {tab === 'input' && <ValueView label={t('input')} value={span.input} />}
      {tab === 'output' && <OutputCards span={span} answer={answer} />}
    </div>
  );
}

function OutputCards({ span, answer: citing }: Pick<SpanDetailProps, 'span' | 'answer'>) {
  const t = useTexts(traceTexts);
  if (span.status === 'running') return <p>{t('noOutputYet')}</p>;
  const passages = foundPassages(span, citing);
  if (passages.length > 0) return <PassageCards passages={passages} question={questionOf(span)} />;
  const answer = span.kind === 'model' ? readModelOutput(span.output) : undefined;
  if (!answer) return <ValueView label={t('output')} value={span.output} />;
  const { text, toolCalls = [], finishReason, isCached } = answer;
  return (
    <>
      {(text !== '' || toolCalls.length === 0) && <ValueView label={t('assistant')} value={text} />}
      {toolCalls.map(({ tool, input }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls have no id and keep their places
        <ValueView key={index} label={t('toolCall', { name: tool })} value={input} />
      ))}
      {finishReason && <p>{t('finish', { reason: finishReason })}</p>}
      {isCached && <p>{t('cached')}</p>}
    </>
  );
}

function questionOf({ input }: TraceSpan): string {
  const { question } = (input ?? {}) as { question?: unknown };
  return typeof question === 'string' ? question : '';
}
