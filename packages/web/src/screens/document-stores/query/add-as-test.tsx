import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CaseOrigin, createMeasureCase } from '@tendril/contract/api/knowledge-measures';
import { Check, ClipboardCheck } from 'lucide-react';
import { Link } from 'react-router';
import { call } from '../../../kit/api/call.ts';
import { notifyError } from '../../../kit/state/notifier-store.ts';
import { knowledgeMeasureTexts } from '../../../kit/texts/en/knowledge-measures.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { PermittedButton } from '../../../kit/ui/permitted-button.tsx';
import { measuresPath } from '../store-paths.ts';
import { storesKey } from '../stores.queries.ts';
import styles from './query-screen.module.css';

interface AddAsTestProps {
  storeId: string;
  question: string;
  chunkId: string;
  origin: CaseOrigin;
}

/** Saves the question with a chunk that it should find. */
export function AddAsTest({ storeId, question, chunkId, origin }: AddAsTestProps) {
  const t = useTexts(knowledgeMeasureTexts);
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: () =>
      call(createMeasureCase, { params: { storeId }, body: { question, chunkIds: [chunkId], origin } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...storesKey, 'measures', storeId] }),
    onError: notifyError,
  });
  if (add.isSuccess)
    return (
      <span className={styles['tested']} role="status">
        <Check size={16} aria-hidden="true" />
        {t('added')}
        <Link to={measuresPath(storeId)}>{t('addedAct')}</Link>
      </span>
    );
  return (
    <PermittedButton
      needs="knowledge:edit"
      size="small"
      look="quiet"
      icon={<ClipboardCheck size={16} />}
      isBusy={add.isPending}
      onClick={() => add.mutate()}
    >
      {t('addAsTest')}
    </PermittedButton>
  );
}
