import { useMutation } from '@tanstack/react-query';
import { estimateContexts } from '@tendril/contract/api/document-stores';
import type { Answer } from '@tendril/contract/api/endpoint';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { call } from '../../../kit/api/call.ts';
import { dollarsText } from '../../../kit/lib/dollars-text.ts';
import { notifyError } from '../../../kit/state/notifier-store.ts';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { type LoaderDraft, toSettings } from './loader-draft.ts';
import styles from './loader-screen.module.css';

interface ContextEstimateProps {
  storeId: string;
  template: NodeTemplate;
  draft: LoaderDraft;
}

/** What it would cost to have the chosen model write about each chunk. */
export function ContextEstimate({ storeId, template, draft }: ContextEstimateProps) {
  const t = useTexts(knowledgeWorkTexts);
  const { context } = draft.reading;
  const estimate = useMutation({
    mutationFn: async () => {
      if (!context) throw new Error('no model');
      const settings = toSettings(draft, template);
      return call(estimateContexts, {
        body: { ...settings, storeId, reading: { ...draft.reading, context } },
      });
    },
    onError: notifyError,
  });
  if (!context) return null;
  return (
    <div className={styles['estimate']}>
      <Button size="small" isBusy={estimate.isPending} onClick={() => estimate.mutate()}>
        {t('contextEstimate')}
      </Button>
      {estimate.data && <EstimateText estimate={estimate.data} />}
    </div>
  );
}

function EstimateText({ estimate }: { estimate: Answer<typeof estimateContexts> }) {
  const t = useTexts(knowledgeWorkTexts);
  const { chunks, inputTokens, outputTokens, costUsd, isLowerBound } = estimate;
  const shown = {
    chunks: chunks.toLocaleString('en-US'),
    tokens: (inputTokens + outputTokens).toLocaleString('en-US'),
    cost: costUsd === null ? '' : dollarsText(Math.max(1, Math.ceil(costUsd * 100)) / 100),
  };
  return (
    <p role="status">
      {t(costUsd === null ? 'contextTokens' : 'contextCost', shown)}
      {isLowerBound && ` ${t('contextMore')}`}
    </p>
  );
}
