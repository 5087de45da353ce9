import { useQuery } from '@tanstack/react-query';
import type { Answer } from '@tendril/contract/api/endpoint';
import { readLatestRelease, readVersion } from '@tendril/contract/api/server-status';
import { call } from '../../kit/api/call.ts';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { shellTexts } from '../../kit/texts/en/shell.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import styles from './version-dialog.module.css';

const dash = '–';

type Release = Answer<typeof readLatestRelease>;

/** The running version and the newest one, where it is known. */
export function VersionDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(shellTexts);
  const own = useQuery({
    queryKey: ['version'],
    queryFn: ({ signal }) => call(readVersion, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const latest = useQuery({
    queryKey: ['version', 'latest'],
    queryFn: ({ signal }) => call(readLatestRelease, { signal }),
    retry: false,
  });
  return (
    <Dialog isOpen title={t('version')} width={520} onClose={onClose}>
      <dl className={styles['facts']}>
        <dt>{t('currentVersion')}</dt>
        <dd>{own.error ? toMessage(own.error) : (own.data?.version ?? dash)}</dd>
        {latest.data?.isConfigured !== false && <LatestRelease release={latest.data} />}
      </dl>
      {latest.data?.isConfigured === false && <p className={styles['unset']}>{t('releasesNotSet')}</p>}
    </Dialog>
  );
}

function LatestRelease({ release }: { release: Release | undefined }) {
  const t = useTexts(shellTexts);
  const { name, html_url: page, published_at: publishedAt } = release ?? {};
  return (
    <>
      <dt>{t('latestVersion')}</dt>
      <dd>
        {page ? (
          <a href={page} target="_blank" rel="noreferrer noopener">
            {name || page}
          </a>
        ) : (
          (name ?? dash)
        )}
      </dd>
      <dt>{t('publishedAt')}</dt>
      <dd>
        {publishedAt ? (
          <time dateTime={publishedAt} title={new Date(publishedAt).toLocaleString()}>
            {relativeTime(Date.parse(publishedAt), Date.now())}
          </time>
        ) : (
          dash
        )}
      </dd>
    </>
  );
}
