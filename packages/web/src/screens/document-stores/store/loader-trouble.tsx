import type { StoreLoader } from '@tendril/contract/api/document-stores';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import type { LoaderTrouble } from '../store-jobs.ts';
import styles from './loader-table.module.css';
import type { StoreWork } from './use-store-work.ts';

interface LoaderTroubleNoteProps {
  trouble: LoaderTrouble;
  loader: StoreLoader;
  work: StoreWork;
}

/** Why the processing of a source ended, with a retry. */
export function LoaderTroubleNote({ trouble, loader, work }: LoaderTroubleNoteProps) {
  const t = useTexts(knowledgeTexts);
  const { work: kind, isStopped, reason } = trouble;
  const { id, loaderName } = loader;
  const key = `${kind}${isStopped ? 'Stopped' : 'Failed'}` as const;
  const retry = () => (kind === 'process' ? work.process(id) : work.upsert(id));
  return (
    <div className={styles['why']} data-soft={isStopped || undefined} role="alert">
      <span>{t(key, { reason: reason || t('noReason') })}</span>
      <Button
        size="small"
        isBusy={work.isBusy}
        aria-label={t('retryNamed', { name: loaderName })}
        onClick={retry}
      >
        {t('actRetry')}
      </Button>
    </div>
  );
}
