import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { CopyButton } from '../../../kit/ui/copy-button.tsx';
import { Segmented } from '../../../kit/ui/segmented.tsx';
import { estimateTokens, inDollars, inThousands, shortMs } from '../../runs/figures.ts';
import { readModelInput } from '../../runs/model-step.ts';
import { PromptCards } from '../../runs/prompt-cards.tsx';
import type { TraceSpan } from '../../runs/trace.ts';
import { NothingRun } from '../run/nothing-run.tsx';
import type { ShownWork } from '../run/use-node-work.ts';
import { WorkHead } from '../run/work-head.tsx';
import styles from './inspector.module.css';

type Prompt = NonNullable<ReturnType<typeof readModelInput>>;

interface Call {
  span: TraceSpan;
  prompt: Prompt;
}

const textOf = ({ messages }: Prompt) =>
  messages.map(({ role, content }) => `${role}: ${content}`).join('\n\n');

function Figures({ span, prompt }: Call) {
  const t = useTexts(whyTexts);
  const counted = span.usage?.inputTokens;
  const estimate = prompt.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  const tokens =
    counted === undefined
      ? t('promptTokensAbout', { count: estimate, tokens: inThousands(estimate) })
      : t('promptTokens', { count: counted, tokens: inThousands(counted) });
  const facts = [
    prompt.modelId,
    tokens,
    span.ms === undefined ? '' : shortMs(span.ms),
    inDollars(span.costUsd),
  ];
  return (
    <p className={styles['work']}>
      <span>{facts.filter(Boolean).join(' · ')}</span>
      <CopyButton text={textOf(prompt)} label={t('copyPrompt')} />
    </p>
  );
}

/** The Prompt tab: the exact messages of each call of a model that the node made, or that was made of it. */
export function InspectorPrompt({ shown }: { shown: ShownWork }) {
  const t = useTexts(whyTexts);
  const calls = (shown.work?.steps ?? []).flatMap((span): Call[] => {
    const prompt = span.kind === 'model' ? readModelInput(span.input) : undefined;
    return prompt ? [{ span, prompt }] : [];
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const call = calls.find(({ span }) => span.id === chosen) ?? calls.at(-1);
  if (!shown.work || !call) {
    const text = t(shown.work ? 'noPromptHelp' : 'noPromptRun');
    return <NothingRun shown={shown} Icon={MessageSquareText} title={t('noPrompt')} text={text} />;
  }
  return (
    <div className={styles['pane']}>
      <WorkHead shown={shown} work={shown.work} />
      {calls.length > 1 && (
        <Segmented
          label={t('whichCall')}
          value={call.span.id}
          onChange={setChosen}
          segments={calls.map(({ span }, at) => ({
            value: span.id,
            label: String(at + 1),
            name: t('callNumber', { number: at + 1 }),
          }))}
        />
      )}
      <Figures {...call} />
      <PromptCards key={call.span.id} input={call.prompt} />
    </div>
  );
}
