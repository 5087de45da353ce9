import { useQuery } from '@tanstack/react-query';
import type { FlowType } from '@tendril/contract/flow/flow';
import { useNavigate, useParams } from 'react-router';
import { nodesQuery } from '../../api/nodes.queries.ts';
import { RequestError } from '../../api/request-error.ts';
import { canvasTexts } from '../../texts/en/canvas.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { CanvasDesk } from './canvas-desk.tsx';
import styles from './canvas-frame.module.css';
import { listPath } from './flow-file.ts';
import { openedFlowQuery } from './opened-flow.ts';

interface CanvasScreenProps {
  kind: FlowType;
}

const isMissing = (error: unknown) => error instanceof RequestError && error.status === 404;

function Problem({ kind, error, onRetry }: CanvasScreenProps & { error: unknown; onRetry: () => void }) {
  const t = useTexts(canvasTexts);
  const navigate = useNavigate();
  const leave = <Button onClick={() => void navigate(listPath(kind))}>{t('toList')}</Button>;
  return (
    <main className={styles['problem']}>
      {isMissing(error) ? (
        <EmptyState title={t('notFound')} text={t('notFoundText')} action={leave} />
      ) : (
        <>
          <ErrorState title={t('loadFailed')} error={error} onRetry={onRetry} />
          {leave}
        </>
      )}
    </main>
  );
}

/** The canvas of a flow (`/canvas`, `/canvas/{id}`) or a pipeline (`/agentcanvas…`); without an id it starts a new one. */
export function CanvasScreen({ kind }: CanvasScreenProps) {
  const t = useTexts(canvasTexts);
  const { id } = useParams();
  const nodes = useQuery(nodesQuery);
  const flow = useQuery({ ...openedFlowQuery(id ?? ''), enabled: id !== undefined });
  const error = flow.error ?? nodes.error;
  if (error) {
    const retry = () => {
      if (nodes.error) void nodes.refetch();
      if (flow.error) void flow.refetch();
    };
    return <Problem kind={kind} error={error} onRetry={retry} />;
  }
  if (!nodes.data || (id !== undefined && !flow.data)) {
    return (
      <div className={styles['wait']} role="status" aria-label={t('loading')}>
        <div />
      </div>
    );
  }
  return (
    <CanvasDesk
      key={id ?? 'new'}
      kind={kind}
      templates={nodes.data}
      {...(flow.data && { flow: flow.data })}
    />
  );
}
