import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { assistantTexts } from '../../kit/texts/en/assistants.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { PageHead } from '../../kit/ui/page-head.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import styles from './assistant-editor.module.css';
import { AssistantEditor } from './assistant-editor.tsx';
import { assistantQuery } from './assistants.queries.ts';

/** The form of one custom assistant, and a chat with it. */
export function CustomAssistantScreen() {
  const t = useTexts(assistantTexts);
  const page = useTexts(pageTexts);
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(assistantQuery(id));
  if (data) return <AssistantEditor key={data.id} opened={data} />;
  return (
    <>
      <PageHead title={page('customAssistant')} help={page('customAssistantHelp')} />
      {error ? (
        <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles['wait']}>
          <SkeletonList shape="rows" count={5} />
        </div>
      )}
    </>
  );
}
