import type { LoggedEvent } from '@tendril/contract/run-event';
import { PanelRightClose } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { canvasTexts } from '../texts/en/canvas.ts';
import { useTexts } from '../texts/texts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { selectNodes, showRunEvent } from './canvas-store.ts';
import { Inspector } from './inspector.tsx';
import styles from './side-panel.module.css';
import { useCanvas, useCanvasStore } from './use-canvas.ts';

const ChatPanel = lazy(() =>
  import('../chat/chat-panel.tsx').then((module) => ({ default: module.ChatPanel })),
);
const TracePanel = lazy(() =>
  import('../chat/trace/trace-panel.tsx').then((module) => ({ default: module.TracePanel })),
);

export type PanelTab = 'inspector' | 'chat' | 'trace';

export interface SidePanelProps {
  flowId: string | undefined;
  flowName: string;
  canRun: boolean;
  onSaveFirst: () => void;
  tab: PanelTab;
  isOpen: boolean;
  onTab: (tab: PanelTab) => void;
  onClose: () => void;
}

function Tabs({
  tab,
  onTab,
  onClose,
  hasTrace,
}: Pick<SidePanelProps, 'tab' | 'onTab' | 'onClose'> & { hasTrace: boolean }) {
  const t = useTexts(canvasTexts);
  const tabs: PanelTab[] = hasTrace ? ['inspector', 'chat', 'trace'] : ['inspector', 'chat'];
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
            {t(name)}
          </button>
        ))}
      </div>
      <IconButton label={t('closePanel')} onClick={onClose}>
        <PanelRightClose size={18} />
      </IconButton>
    </div>
  );
}

/** The panel at the right: the selected node, the chat with the flow, and why it answered that. */
export function SidePanel(props: SidePanelProps) {
  const { flowId, flowName, canRun, onSaveFirst, tab, isOpen, onTab, onClose } = props;
  const t = useTexts(canvasTexts);
  const store = useCanvasStore();
  const selectedId = useCanvas((state) => state.selectedId);
  const [runId, setRunId] = useState<string | null>(null);
  // The chat comes with its first opening and stays, so that it goes on following its run.
  const [hasChat, setHasChat] = useState(false);
  if (tab === 'chat' && !hasChat) setHasChat(true);
  const show = (event: LoggedEvent) => showRunEvent(store, event);
  const wait = <p className={styles['wait']}>{t('waitChat')}</p>;
  const pane = (name: PanelTab) => ({
    id: `panel-${name}`,
    role: 'tabpanel',
    'aria-labelledby': `panel-tab-${name}`,
    hidden: tab !== name,
    className: styles['pane'],
  });
  return (
    <aside className={styles['panel']} aria-label={t('panel')} hidden={!isOpen}>
      <Tabs tab={tab} onTab={onTab} onClose={onClose} hasTrace={flowId !== undefined} />
      <div {...pane('inspector')}>{tab === 'inspector' && <Inspector />}</div>
      <div {...pane('chat')}>
        {hasChat && (
          <Suspense fallback={wait}>
            <ChatPanel
              flowId={flowId}
              flowName={flowName}
              canRun={canRun}
              onSaveFirst={onSaveFirst}
              onRunEvent={show}
              onOpenTrace={(id) => {
                setRunId(id);
                onTab('trace');
              }}
              isOpen={isOpen && tab === 'chat'}
            />
          </Suspense>
        )}
      </div>
      <div {...pane('trace')}>
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
      </div>
    </aside>
  );
}
