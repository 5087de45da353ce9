import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import { CircleAlert, CircleCheck, CloudOff, Flag, FlaskConical, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { addEnd } from '../commands/add-end.ts';
import { useCanvasHost } from '../document/canvas-host.ts';
import { selectNodes } from '../document/canvas-store.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvas, useCanvasStore } from '../document/use-canvas.ts';
import { useView } from '../view/use-view.ts';
import styles from './problems-panel.module.css';
import { askProblems, checkAgain, fieldAtFault, problemsOf, useProblems } from './problems-store.ts';
import { useKeyHelp } from './use-key-help.ts';

function useShowProblem() {
  const canvas = useCanvasStore();
  const host = useCanvasHost();
  const view = useView();
  return (problem: FlowProblem) => {
    const { nodeId } = problem;
    if (nodeId === undefined || !nodeById(canvas.getState().nodes, nodeId)) return;
    selectNodes(canvas, new Set([nodeId]));
    host.openInspector();
    view.reveal(nodeId);
    const name = fieldAtFault(problem);
    if (name !== undefined) canvas.setState({ focusRequest: { nodeId, name } });
  };
}

function DemoHelp({ nodeId }: { nodeId: string }) {
  const t = useTexts(whyTexts);
  const { swap } = useKeyHelp(nodeId);
  if (!swap) return null;
  return (
    <Button size="small" icon={<FlaskConical size={16} />} onClick={swap}>
      {t('useDemo')}
    </Button>
  );
}

/** Adds an End after a step without a next step. */
function AddEnd({ nodeId }: { nodeId: string }) {
  const t = useTexts(whyTexts);
  const canvas = useCanvasStore();
  const view = useView();
  const end = useCanvas((state) => state.templates.get('seqEnd'));
  const isLocked = useCanvas((state) => state.isLocked);
  if (!end || isLocked) return null;
  const add = () => {
    const id = addEnd(canvas, nodeId, end);
    if (id !== undefined) view.reveal(id);
  };
  return (
    <Button size="small" icon={<Flag size={16} />} onClick={add}>
      {t('addEnd')}
    </Button>
  );
}

/** Only the message: the node's label is shown above it. */
function withoutLabel(message: string, label: string | undefined): string {
  const head = `${label}: `;
  if (label === undefined || !message.startsWith(head)) return message;
  const rest = message.slice(head.length);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

function Row({ problem, onShow }: { problem: FlowProblem; onShow: () => void }) {
  const label = useCanvas((state) => nodeById(state.nodes, problem.nodeId ?? '')?.data.label);
  const Icon = problem.isWarning ? TriangleAlert : CircleAlert;
  return (
    <li className={styles['row']} data-warning={problem.isWarning || undefined}>
      <button type="button" disabled={label === undefined} onClick={onShow}>
        <Icon size={16} />
        <span>
          {label !== undefined && <b>{label}</b>}
          <span>{withoutLabel(problem.message, label)}</span>
        </span>
      </button>
      {problem.code === 'NO_ENDING' && problem.nodeId !== undefined && <AddEnd nodeId={problem.nodeId} />}
      {problem.code === 'CREDENTIAL_MISSING' && problem.nodeId !== undefined && (
        <DemoHelp nodeId={problem.nodeId} />
      )}
    </li>
  );
}

function Group({ title, list }: { title: string; list: readonly FlowProblem[] }) {
  const show = useShowProblem();
  if (list.length === 0) return null;
  return (
    <section className={styles['group']} aria-label={title}>
      <h2>
        {title} <span>{list.length}</span>
      </h2>
      <ul>
        {list.map((problem, at) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: two problems may say the same of one node
            key={`${problem.code} ${problem.nodeId} ${problem.input} ${at}`}
            problem={problem}
            onShow={() => show(problem)}
          />
        ))}
      </ul>
    </section>
  );
}

/** What would fail if the flow ran; each problem leads to the field at fault. */
export function ProblemsPanel() {
  const t = useTexts(whyTexts);
  const canvas = useCanvasStore();
  const { list, status, error } = useProblems();
  const isEmpty = useCanvas((state) => state.nodes.length === 0);
  const errors = list.filter((problem) => !problem.isWarning);
  const warnings = list.filter((problem) => problem.isWarning);
  useEffect(() => askProblems(canvas), [canvas]);
  // A check that failed before may succeed now.
  useEffect(() => {
    if (problemsOf(canvas).getState().status === 'failed' && navigator.onLine) checkAgain(canvas);
  }, [canvas]);
  if (status === 'unknown' || (status === 'checking' && list.length === 0)) {
    return <SkeletonList shape="rows" count={2} />;
  }
  return (
    <div className={styles['panel']}>
      {status === 'failed' && (
        <div className={styles['failed']} role="alert">
          <CloudOff size={18} />
          <p>
            <b>{t('checkFailed')}</b>
            {error}
          </p>
          <Button size="small" onClick={() => checkAgain(canvas)}>
            {t('checkAgain')}
          </Button>
        </div>
      )}
      <Group title={t('errors')} list={errors} />
      <Group title={t('warnings')} list={warnings} />
      {list.length === 0 && status !== 'failed' && (
        <EmptyState
          Icon={CircleCheck}
          title={t(isEmpty ? 'nothingToCheck' : 'noProblems')}
          text={t(isEmpty ? 'nothingToCheckHelp' : 'noProblemsHelp')}
        />
      )}
    </div>
  );
}
