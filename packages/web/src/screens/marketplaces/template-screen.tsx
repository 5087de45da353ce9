import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { nodesQuery } from '../../kit/api/nodes.queries.ts';
import { RequestError } from '../../kit/api/request-error.ts';
import { marketplacesTexts } from '../../kit/texts/en/marketplaces.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { usePageTitle } from '../../kit/ui/page-head.tsx';
import { OpenedTemplate } from './opened-template.tsx';
import styles from './template-screen.module.css';
import { templateQuery } from './templates.queries.ts';

const isMissing = (error: unknown) => error instanceof RequestError && error.status === 404;

/** One template over the whole window: its drawing, what it is, and a chat with it. */
export function TemplateScreen() {
  const t = useTexts(marketplacesTexts);
  const page = useTexts(pageTexts);
  const navigate = useNavigate();
  const { id = '' } = useParams();
  const template = useQuery(templateQuery(id));
  const nodes = useQuery(nodesQuery);
  const error = template.error ?? nodes.error;
  usePageTitle(template.data?.name ?? page('template'));
  if (template.data && nodes.data)
    return <OpenedTemplate key={id} template={template.data} nodes={nodes.data} />;
  const back = <Button onClick={() => void navigate('/marketplaces')}>{t('back')}</Button>;
  if (!error)
    return (
      <main className={styles['wait']} aria-busy>
        <h1 className="visually-hidden">{page('template')}</h1>
        <p className="visually-hidden" role="status">
          {t('loading')}
        </p>
        <div />
      </main>
    );
  return (
    <main className={styles['problem']}>
      <h1 className="visually-hidden">{page('template')}</h1>
      {isMissing(error) ? (
        <EmptyState title={t('notFound')} text={t('notFoundText')} action={back} />
      ) : (
        <>
          <ErrorState
            title={t('loadFailed')}
            error={error}
            onRetry={() => {
              if (template.error) void template.refetch();
              if (nodes.error) void nodes.refetch();
            }}
          />
          {back}
        </>
      )}
    </main>
  );
}
