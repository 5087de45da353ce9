import { useQuery } from '@tanstack/react-query';
import type { LocalModelState } from '@tendril/contract/api/local-models';
import { HardDrive, HardDriveDownload } from 'lucide-react';
import { formatBytes } from '../../../kit/lib/format-bytes.ts';
import { localModelTexts } from '../../../kit/texts/en/local-models.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { PermittedButton } from '../../../kit/ui/permitted-button.tsx';
import { JobProgress } from '../job-progress.tsx';
import { isEnded } from '../store-jobs.ts';
import styles from './local-model.module.css';
import { localModelsQuery, useDownloadModel } from './local-models.queries.ts';

/** Whether a model of the server itself is there, and what to do if it is not. */
export function LocalModel({ name }: { name: string }) {
  const t = useTexts(localModelTexts);
  const { data, error } = useQuery(localModelsQuery);
  const model = data?.models.find((one) => one.name === name);
  if (error && !data) return <p className={styles['failed']}>{t('listFailed')}</p>;
  if (!data || name === '') return null;
  return (
    <section className={styles['model']} aria-label={t('title')}>
      {!model && <p className={styles['failed']}>{t('isForeign', { name })}</p>}
      {model?.isHere && (
        <p className={styles['here']} role="status">
          <HardDrive size={16} aria-hidden="true" />
          <span>
            {t('isHere', { name, size: formatBytes(model.bytes) })} {model.languages && t(model.languages)}
          </span>
        </p>
      )}
      {model && !model.isHere && <MissingModel model={model} host={data.host} />}
    </section>
  );
}

function MissingModel({ model, host }: { model: LocalModelState; host: string | null }) {
  const t = useTexts(localModelTexts);
  const { name, bytes, languages, folder, job } = model;
  const download = useDownloadModel(name);
  if (job && !isEnded(job)) return <JobProgress job={job} name={t('downloading', { name })} isWide />;
  const sentence =
    host === null
      ? t('isMissingOffline', { name })
      : t('isMissing', { name, size: formatBytes(bytes), host });
  return (
    <>
      <p>
        {sentence} {languages && t(languages)}
      </p>
      {job?.state === 'failed' && (
        <p className={styles['failed']} role="alert">
          {t('failed', { reason: job.error?.message ?? '' })}
        </p>
      )}
      {host !== null && (
        <PermittedButton
          needs="knowledge:edit"
          size="small"
          icon={<HardDriveDownload size={16} />}
          aria-label={t('downloadNamed', { name })}
          isBusy={download.isPending}
          onClick={() => download.mutate()}
        >
          {t(job?.state === 'failed' ? 'retry' : 'download')}
        </PermittedButton>
      )}
      <p>{t('byHand')}</p>
      <code className={styles['folder']}>{folder}</code>
    </>
  );
}
