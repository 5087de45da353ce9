import { useQuery } from '@tanstack/react-query';
import type { FlowType } from '@tendril/contract/flow/flow';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { type KeptDraft, keepAsNew } from '../../features/draft/draft-journal.ts';
import { nodesQuery } from '../../kit/api/nodes.queries.ts';
import { RequestError } from '../../kit/api/request-error.ts';
import { canvasPath, listPath } from '../../kit/lib/flow-paths.ts';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { useSession } from '../../kit/state/session-store.ts';
import { canvasTexts } from '../../kit/texts/en/canvas.ts';
import { draftsTexts } from '../../kit/texts/en/drafts.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import styles from './canvas-frame.module.css';
import { CanvasSession } from './canvas-session.tsx';
import { foundDraftsQuery } from './found-drafts.ts';
import { openedFlowQuery } from './opened-flow.ts';

const isMissing = (error: unknown) => error instanceof RequestError && error.status === 404;

interface ProblemProps {
  kind: FlowType;
  error: unknown;
  /** Edits of the flow that this device kept. */
  drafts: readonly KeptDraft[];
  onRetry: () => void;
}

/** A flow that is gone may still have edits here: they can go on as a flow of their own. */
function Missing({ kind, drafts }: Pick<ProblemProps, 'kind' | 'drafts'>) {
  const t = useTexts(canvasTexts);
  const words = useTexts(draftsTexts);
  const navigate = useNavigate();
  const goOn = async () => {
    try {
      for (const draft of drafts) await keepAsNew(draft.editorId, `new:${draft.editorId}`);
      await navigate(canvasPath(kind));
    } catch (thrown) {
      notifyError(thrown);
    }
  };
  const text = drafts.length > 0 ? words('goneKept') : t('notFoundText');
  return (
    <EmptyState
      title={t('notFound')}
      text={text}
      action={
        <>
          {drafts.length > 0 && <Button onClick={() => void goOn()}>{words('goneOpen')}</Button>}
          <Button onClick={() => void navigate(listPath(kind))}>{t('toList')}</Button>
        </>
      }
    />
  );
}

function Problem({ kind, error, drafts, onRetry }: ProblemProps) {
  const t = useTexts(canvasTexts);
  const navigate = useNavigate();
  return (
    <main className={styles['problem']}>
      {isMissing(error) ? (
        <Missing kind={kind} drafts={drafts} />
      ) : (
        <>
          <ErrorState title={t('loadFailed')} error={error} onRetry={onRetry} />
          <Button onClick={() => void navigate(listPath(kind))}>{t('toList')}</Button>
        </>
      )}
    </main>
  );
}

interface OpenedCanvasProps {
  kind: FlowType;
  /** Left out for a new flow. */
  id: string | undefined;
  onSavedAs: (id: string) => void;
}

/** Loads what a canvas needs: the nodes, the flow and this device's edits of it. */
export function OpenedCanvas({ kind, id, onSavedAs }: OpenedCanvasProps) {
  const t = useTexts(canvasTexts);
  const { search } = useLocation();
  // The user who opened it: a session that ends closes the screen before another one starts.
  const [user] = useState(() => useSession.getState().user?.email.toLowerCase() ?? null);
  const nodes = useQuery(nodesQuery);
  const flow = useQuery({ ...openedFlowQuery(id ?? ''), enabled: id !== undefined });
  const drafts = useQuery(foundDraftsQuery(user, kind, id));
  const error = flow.error ?? nodes.error;
  if (error && drafts.data) {
    const retry = () => {
      if (nodes.error) void nodes.refetch();
      if (flow.error) void flow.refetch();
    };
    return <Problem kind={kind} error={error} drafts={drafts.data} onRetry={retry} />;
  }
  // The hidden flow of an assistant is drawn as a flow.
  const stored = flow.data && flow.data.type !== 'ASSISTANT' ? flow.data.type : 'CHATFLOW';
  if (flow.data && canvasPath(stored, flow.data.id) !== canvasPath(kind, flow.data.id)) {
    return <Navigate to={canvasPath(stored, flow.data.id) + search} replace />;
  }
  if (!nodes.data || !drafts.data || (id !== undefined && !flow.data)) {
    return (
      <div className={styles['wait']} role="status" aria-label={t('loading')}>
        <div />
      </div>
    );
  }
  return (
    <CanvasSession
      kind={flow.data ? stored : kind}
      templates={nodes.data}
      user={user}
      drafts={drafts.data}
      onSavedAs={onSavedAs}
      {...(flow.data && { flow: flow.data })}
    />
  );
}
