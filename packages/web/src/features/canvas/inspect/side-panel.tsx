import type { LoggedEvent } from '@tendril/contract/run-event';
import { PanelRightClose } from 'lucide-react';
import {
  type CSSProperties,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { useCanvasHost } from '../document/canvas-host.ts';
import { selectNodes } from '../document/canvas-store.ts';
import { useCanvas, useCanvasStore } from '../document/use-canvas.ts';
import { QuestionBox } from '../run/question-box.tsx';
import { useLeaveRuns } from '../run/run-part.ts';
import { runSessionOf, useRunSession } from '../run/run-session.ts';
import { takeRunEvent } from '../run/shown-run.ts';
import { useView } from '../view/use-view.ts';
import { Inspector } from './inspector.tsx';
import { PanelEdge } from './panel-edge.tsx';
import { fieldAtFault, hasErrors, problemsOf, useProblems, useProblemWatch } from './problems-store.ts';
import styles from './side-panel.module.css';
import { usePanelWidth } from './use-panel-width.ts';

const ChatPanel = lazy(() =>
  import('../../chat/chat-panel.tsx').then((module) => ({ default: module.ChatPanel })),
);
const TracePanel = lazy(() =>
  import('../../runs/trace-panel.tsx').then((module) => ({ default: module.TracePanel })),
);
const ProblemsPanel = lazy(() =>
  import('./problems-panel.tsx').then((module) => ({ default: module.ProblemsPanel })),
);
const StatePanel = lazy(() => import('./state-panel.tsx').then((module) => ({ default: module.StatePanel })));

export type PanelTab = 'inspector' | 'chat' | 'trace' | 'state' | 'problems';

interface SidePanelProps {
  flowId: string | undefined;
  flowName: string;
  draftVersion: number | undefined;
  canRun: boolean;
  onSaveFirst: () => void;
  tab: PanelTab;
  isOpen: boolean;
  onTab: (tab: PanelTab) => void;
  onClose: () => void;
  /** The run whose trace is asked for from outside, such as the Runs tab. */
  traceRunId?: string | null | undefined;
}

/** How many problems there are; amber, red with an icon's weight where one of them stops a run. */
function ProblemCount() {
  const count = useProblems((problems) => problems.shown.length);
  const isStopping = useProblems(({ shown }) => hasErrors({ list: shown }));
  if (count === 0) return null;
  return (
    <span className={styles['count']} data-errors={isStopping || undefined}>
      {count}
    </span>
  );
}

type TabsProps = Pick<SidePanelProps, 'tab' | 'onTab' | 'onClose'> & { tabs: readonly PanelTab[] };

function Tabs({ tab, tabs, onTab, onClose }: TabsProps) {
  const t = useTexts(canvasTexts);
  const why = useTexts(whyTexts);
  const nameOf = (name: PanelTab) =>
    name === 'state' || name === 'problems' ? why(name === 'state' ? 'stateTab' : 'problems') : t(name);
  return (
    <div className={styles['head']}>
      <div className={styles['tabs']} role="tablist" aria-label={t('panel')}>
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`panel-tab-${name}`}
            aria-selected={tab === name}
            aria-controls={`panel-${name}`}
            onClick={() => onTab(name)}
          >
            {nameOf(name)}
            {name === 'problems' && <ProblemCount />}
          </button>
        ))}
      </div>
      <IconButton label={t('closePanel')} onClick={onClose}>
        <PanelRightClose size={18} />
      </IconButton>
    </div>
  );
}

function tabsFor(hasFlow: boolean, isPipeline: boolean): PanelTab[] {
  return [
    'inspector',
    'chat',
    ...(hasFlow ? (['trace'] as const) : []),
    ...(isPipeline ? (['state'] as const) : []),
    'problems',
  ];
}

interface PaneProps {
  name: PanelTab;
  tab: PanelTab;
  children: ReactNode;
}

function Pane({ name, tab, children }: PaneProps) {
  return (
    <div
      id={`panel-${name}`}
      role="tabpanel"
      aria-labelledby={`panel-tab-${name}`}
      hidden={tab !== name}
      className={styles['pane']}
    >
      {children}
    </div>
  );
}

/** The chat is mounted on first use and stays mounted, so that it keeps following its run. */
function useChatMounted(tab: PanelTab): boolean {
  const canvas = useCanvasStore();
  const request = useRunSession((session) => session.request);
  const [isMounted, setIsMounted] = useState(false);
  const isWanted = tab === 'chat' || request !== null;
  if (isWanted && !isMounted) setIsMounted(true);
  const hasChat = isMounted || isWanted;
  useEffect(() => runSessionOf(canvas).setState({ hasChat }), [canvas, hasChat]);
  return hasChat;
}

/** How the chat leads to a node: shows it beside the chat, or opens what is wrong with it. */
function useNodeActs(onTab: SidePanelProps['onTab']) {
  const canvas = useCanvasStore();
  const view = useView();
  const latest = useRef(onTab);
  latest.current = onTab;
  return useMemo(() => {
    const showNode = (nodeId: string) => {
      selectNodes(canvas, new Set([nodeId]));
      view.reveal(nodeId);
    };
    const fixNode = (nodeId: string) => {
      showNode(nodeId);
      latest.current('inspector');
      const name = fieldAtFault(problemsOf(canvas).getState().byNode.get(nodeId));
      if (name !== undefined) canvas.setState({ focusRequest: { nodeId, name } });
    };
    return { showNode, fixNode };
  }, [canvas, view]);
}

/** The panel at the right: the selected node, the chat with the flow, why it answered that, and what would fail. */
export function SidePanel(props: SidePanelProps) {
  const { flowId, flowName, canRun, onSaveFirst, tab, isOpen, onTab, onClose } = props;
  const t = useTexts(canvasTexts);
  const { saveNow } = useCanvasHost();
  const store = useCanvasStore();
  const selectedId = useCanvas((state) => state.selectedId);
  const isPipeline = useCanvas((state) => state.kind === 'MULTIAGENT');
  const [asked, setAsked] = useState<{ runId: string | null; from: string | null | undefined }>();
  const runId = asked && asked.from === props.traceRunId ? asked.runId : (props.traceRunId ?? null);
  const hasChat = useChatMounted(tab);
  const request = useRunSession((session) => session.request);
  const width = usePanelWidth();
  const nodes = useNodeActs(onTab);
  useProblemWatch();
  useLeaveRuns();
  const show = (event: LoggedEvent) => takeRunEvent(store, event);
  const wait = <p className={styles['wait']}>{t('waitChat')}</p>;
  return (
    <aside
      className={styles['panel']}
      aria-label={t('panel')}
      hidden={!isOpen}
      style={{ '--panel-width': `${width.px}px` } as CSSProperties}
    >
      <PanelEdge {...width} />
      <Tabs tab={tab} tabs={tabsFor(flowId !== undefined, isPipeline)} onTab={onTab} onClose={onClose} />
      <Pane name="inspector" tab={tab}>
        {tab === 'inspector' && <Inspector />}
      </Pane>
      <Pane name="chat" tab={tab}>
        {hasChat && (
          <Suspense fallback={wait}>
            <ChatPanel
              flowId={flowId}
              flowName={flowName}
              draftVersion={props.draftVersion}
              canRun={canRun}
              onSaveFirst={onSaveFirst}
              saveNow={saveNow}
              onRunEvent={show}
              onOpenTrace={(id) => {
                setAsked({ runId: id, from: props.traceRunId });
                onTab('trace');
              }}
              {...nodes}
              isOpen={isOpen && tab === 'chat'}
              request={request}
            />
          </Suspense>
        )}
      </Pane>
      <Pane name="trace" tab={tab}>
        {tab === 'trace' && flowId !== undefined && (
          <Suspense fallback={wait}>
            <TracePanel
              flowId={flowId}
              runId={runId}
              selectedNodeId={selectedId}
              onSelectNode={(id) => selectNodes(store, new Set([id]))}
            />
          </Suspense>
        )}
      </Pane>
      {isPipeline && (
        <Pane name="state" tab={tab}>
          {tab === 'state' && <Suspense>{<StatePanel />}</Suspense>}
        </Pane>
      )}
      <Pane name="problems" tab={tab}>
        {tab === 'problems' && (
          <Suspense>
            <ProblemsPanel />
          </Suspense>
        )}
      </Pane>
      <QuestionBox />
    </aside>
  );
}
