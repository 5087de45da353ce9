import { Eye, Globe, Scissors } from 'lucide-react';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { SelectMenu } from '../../../kit/ui/select-menu.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import styles from './chunk-preview.module.css';
import { PreviewChunk } from './preview-chunk.tsx';
import { type Preview, previewCounts } from './use-preview.ts';

/** The chunks that the form beside it would give. */
export function ChunkPreview({ preview, overlap }: { preview: Preview; overlap: number }) {
  const t = useTexts(knowledgeWorkTexts);
  const { count, setCount, isPage, isOther, load, isReady, isFollowing, missing } = preview;
  return (
    <section className={styles['pane']} aria-label={t('preview')} aria-busy={isReady && isFollowing}>
      <header className={styles['head']}>
        <div>
          <h2>{t('preview')}</h2>
          <PreviewFacts preview={preview} />
        </div>
        {isPage && isReady && isOther && missing.length === 0 && (
          <Button size="small" onClick={load}>
            {t('previewAgain')}
          </Button>
        )}
        <SelectMenu
          label={t('showCount')}
          options={previewCounts.map((value) => ({ value, label: value }))}
          value={count}
          onChange={setCount}
        />
      </header>
      <PreviewBody preview={preview} overlap={overlap} />
    </section>
  );
}

function PreviewFacts({ preview: { query, isReady, isFollowing } }: { preview: Preview }) {
  const t = useTexts(knowledgeWorkTexts);
  const { data } = query;
  if (!isReady) return null;
  if (isFollowing) return <p role="status">{t('previewing')}</p>;
  if (!data || query.isError) return null;
  const shown = data.chunks.length;
  const total = data.totalChunks.toLocaleString('en-US');
  if (data.isCut) return <p role="status">{t('previewCut', { shown, total })}</p>;
  if (shown < data.totalChunks) return <p role="status">{t('previewCount', { shown, total })}</p>;
  return <p role="status">{t('previewAll', { count: shown })}</p>;
}

function PreviewBody({ preview, overlap }: { preview: Preview; overlap: number }) {
  const t = useTexts(knowledgeWorkTexts);
  const { query, isReady, isFollowing, isPage, missing, load } = preview;
  const { data, error } = query;
  if (!isReady && isPage && missing.length === 0)
    return (
      <EmptyState
        Icon={Globe}
        title={t('previewAsk')}
        action={<Button onClick={load}>{t('previewLoad')}</Button>}
      />
    );
  if (!isReady) return <EmptyState Icon={Eye} title={t('previewNeeds')} />;
  if (error && !isFollowing)
    return <ErrorState title={t('previewFailed')} error={error} onRetry={() => void query.refetch()} />;
  if (!data) return <SkeletonList count={3} />;
  if (data.chunks.length === 0) return <EmptyState Icon={Scissors} title={t('previewNothing')} />;
  return (
    <>
      {data.problems.length > 0 && <PreviewProblems problems={data.problems} />}
      <ol className={styles['list']} data-old={isFollowing || undefined}>
        {data.chunks.map((chunk, index) => (
          <PreviewChunk
            // biome-ignore lint/suspicious/noArrayIndexKey: a chunk of a preview is its place
            key={index}
            number={index + 1}
            chunk={chunk}
            before={data.chunks[index - 1]?.pageContent}
            overlap={overlap}
          />
        ))}
      </ol>
    </>
  );
}

function PreviewProblems({ problems }: { problems: readonly string[] }) {
  const t = useTexts(knowledgeWorkTexts);
  return (
    <section className={styles['problems']} aria-label={t('previewProblems')}>
      <strong>{t('previewProblems')}</strong>
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
    </section>
  );
}
