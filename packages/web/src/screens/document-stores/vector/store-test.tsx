import { useMutation } from '@tanstack/react-query';
import type { Answer } from '@tendril/contract/api/endpoint';
import { testOutsideStore } from '@tendril/contract/api/outside-stores';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { call } from '../../../kit/api/call.ts';
import { vectorStoreTexts } from '../../../kit/texts/en/vector-stores.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import styles from './outside.module.css';
import type { PickedNode } from './vector-draft.ts';

interface StoreTestProps {
  storeId: string;
  vectorStore: PickedNode;
  embedding: PickedNode;
  /** Returns whether the form may be sent. */
  onTry: () => boolean;
}

/** Checks a vector store before it is saved: address, key and dimension. */
export function StoreTest({ storeId, vectorStore, embedding, onTry }: StoreTestProps) {
  const t = useTexts(vectorStoreTexts);
  const body = {
    vectorStoreName: vectorStore.name,
    vectorStoreConfig: vectorStore.config,
    embeddingName: embedding.name,
    embeddingConfig: embedding.config,
  };
  const tested = JSON.stringify(body);
  const test = useMutation({
    mutationFn: async () => ({
      tested,
      ...(await call(testOutsideStore, { params: { storeId }, body })),
    }),
  });
  // What was changed since has not been tested.
  const result = test.data?.tested === tested ? test.data : undefined;
  const run = () => {
    if (onTry()) test.mutate();
  };
  return (
    <div className={styles['test']}>
      <Button size="small" isBusy={test.isPending} onClick={run}>
        {t(test.isPending ? 'testing' : 'test')}
      </Button>
      {!result && !test.error && <p>{t('testHelp')}</p>}
      {test.error && !test.isPending && (
        <p className={styles['error']} role="alert">
          {test.error.message}
        </p>
      )}
      {result && !test.isPending && <TestResult {...result} />}
    </div>
  );
}

function TestResult({ isOk, dimensions, stored, steps }: Answer<typeof testOutsideStore>) {
  const t = useTexts(vectorStoreTexts);
  return (
    <div role={isOk ? 'status' : 'alert'}>
      <p data-tone={isOk ? 'success' : 'error'}>
        {isOk ? t('testOk', { dimensions: (dimensions ?? 0).toLocaleString('en-US') }) : t('testFailed')}
        {isOk &&
          stored !== null &&
          ` ${t('testStored', { count: stored, shown: stored.toLocaleString('en-US') })}`}
      </p>
      <ol className={styles['steps']}>
        {steps.map(({ step, tookMs, error }) => (
          <li key={step} data-tone={error === null ? 'success' : 'error'}>
            {error === null ? (
              <CircleCheck size={16} aria-hidden="true" />
            ) : (
              <CircleAlert size={16} aria-hidden="true" />
            )}
            <span>
              {t(`step_${step}`)}
              {error !== null && <em>{error}</em>}
            </span>
            <small>{error === null ? t('took', { ms: tookMs }) : t('stepFailed')}</small>
          </li>
        ))}
      </ol>
    </div>
  );
}
