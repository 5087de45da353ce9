import { Copy, Trash2 } from 'lucide-react';
import { type CSSProperties, useMemo, useState } from 'react';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { nodeColour } from '../../../kit/theme/node-look.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { remove } from '../commands/canvas-commands.ts';
import { type CanvasNode, isNote } from '../document/canvas-doc.ts';
import { useCanvas, useCanvasStore, useRunCommand } from '../document/use-canvas.ts';
import { NodeRunButton } from '../run/node-run-button.tsx';
import { useShownRun } from '../run/shown-run.ts';
import { duplicateParts } from '../run/spoken-acts.ts';
import { useNodeWork } from '../run/use-node-work.ts';
import { type RoundKey, workOfRound } from '../run/work-of-round.ts';
import { NodeIcon } from '../view/node-icon.tsx';
import { NodeName } from '../view/node-name.tsx';
import { needsOwnName } from '../view/own-name.ts';
import styles from './inspector.module.css';
import { InspectorHistory } from './inspector-history.tsx';
import { InspectorInput } from './inspector-input.tsx';
import { InspectorOutput } from './inspector-output.tsx';
import { InspectorPrompt } from './inspector-prompt.tsx';
import { InspectorSettings } from './inspector-settings.tsx';
import { NoteForm } from './note-form.tsx';
import { RoundPicker } from './round-picker.tsx';

const tabs = ['settings', 'input', 'output', 'prompt', 'history'] as const;
type InspectorTab = (typeof tabs)[number];

/** What the tabs show instead of the latest work: an older run, and which of its rounds. */
interface Chosen {
  runId: string | null;
  round: RoundKey | null;
}

interface WorkTabsProps {
  node: CanvasNode;
  tab: InspectorTab;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}

const latest: Chosen = { runId: null, round: null };

/** Mounted only when visible, so that editing settings sends no requests. */
function WorkTabs({ node, tab, chosen, onChoose }: WorkTabsProps) {
  const all = useNodeWork(node.id, chosen.runId);
  const { work } = all;
  const shown = useMemo(
    () => ({ ...all, work: work && workOfRound(work, chosen.round) }),
    [all, work, chosen.round],
  );
  if (tab === 'history') return <InspectorHistory nodeId={node.id} chosen={chosen} onChoose={onChoose} />;
  return (
    <>
      {work && (
        <RoundPicker
          rounds={work.rounds}
          chosen={chosen.round}
          onChoose={(round) => onChoose({ ...chosen, round })}
        />
      )}
      {tab === 'input' && <InspectorInput node={node} shown={shown} />}
      {tab === 'output' && <InspectorOutput node={node} shown={shown} />}
      {tab === 'prompt' && <InspectorPrompt shown={shown} />}
    </>
  );
}

interface TabsProps {
  tab: InspectorTab;
  onTab: (tab: InspectorTab) => void;
}

function Tabs({ tab, onTab }: TabsProps) {
  const t = useTexts(whyTexts);
  const move = (by: number) => {
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
    if (!next) return;
    onTab(next);
    document.getElementById(`inspector-tab-${next}`)?.focus();
  };
  return (
    <div className={styles['tabs']} role="tablist" aria-label={t('nodeTabs')}>
      {tabs.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`inspector-tab-${name}`}
          aria-selected={tab === name}
          aria-controls="inspector-pane"
          tabIndex={tab === name ? 0 : -1}
          onClick={() => onTab(name)}
          onKeyDown={(event) => {
            const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
            if (by === 0) return;
            event.preventDefault();
            move(by);
          }}
        >
          {t(name)}
        </button>
      ))}
    </div>
  );
}

function Head({ node }: { node: CanvasNode }) {
  const category = node.data.category ?? '';
  const icon = useCanvas((state) => state.templates.get(node.data.name)?.icon);
  const canRun = useCanvas(({ isLocked, templates }) => {
    const template = templates.get(node.data.name);
    return !isLocked && template !== undefined && template.canRun !== false;
  });
  return (
    <header className={styles['head']}>
      <span className={styles['tile']}>
        <NodeIcon icon={icon} category={category} name={node.data.name} size={18} />
      </span>
      <span className={styles['words']}>
        {/* Where its settings have a field for the name, one place to write it is enough. */}
        {needsOwnName(node.data) ? (
          <h2 className={styles['fixedName']}>{node.data.label}</h2>
        ) : (
          <NodeName node={node} />
        )}
        <small>{node.id}</small>
      </span>
      {canRun && !isNote(node.data) && !node.isDisabled && (
        <NodeRunButton nodeId={node.id} label={node.data.label} />
      )}
    </header>
  );
}

function NodeInspector({ node, tab, onTab }: TabsProps & { node: CanvasNode }) {
  const runId = useShownRun((shown) => shown.runId);
  const [chosen, setChosen] = useState({ ...latest, whileShown: runId });
  // A new run on the canvas wins over an older one that was looked up.
  const present: Chosen = chosen.whileShown === runId ? chosen : latest;
  const choose = (next: Chosen) => {
    setChosen({ ...next, whileShown: runId });
    if (tab === 'history' && (next.runId !== null || next.round !== null)) onTab('output');
  };
  const colour = { '--c': nodeColour(node.data) } as CSSProperties;
  return (
    <div className={styles['inspector']} style={colour}>
      <Head node={node} />
      {isNote(node.data) ? (
        <NoteForm node={node} />
      ) : (
        <>
          <Tabs tab={tab} onTab={onTab} />
          <div id="inspector-pane" role="tabpanel" aria-labelledby={`inspector-tab-${tab}`}>
            {tab === 'settings' ? (
              <InspectorSettings node={node} />
            ) : (
              <WorkTabs node={node} tab={tab} chosen={present} onChoose={choose} />
            )}
          </div>
        </>
      )}
    </div>
  );
}

function Several({ ids }: { ids: string[] }) {
  const t = useTexts(canvasTexts);
  const run = useRunCommand();
  const store = useCanvasStore();
  return (
    <div className={styles['several']}>
      <p>{t('severalSelected', { count: ids.length })}</p>
      <Button size="small" icon={<Copy size={16} />} onClick={() => duplicateParts(store, new Set(ids))}>
        {t('duplicate')}
      </Button>
      <Button size="small" icon={<Trash2 size={16} />} onClick={() => run(remove(ids))}>
        {t('delete')}
      </Button>
    </div>
  );
}

/** Which tab is open: it stays from node to node, but a field that was asked for and a question to a person win. */
function useInspectorTab(nodeId: string | undefined) {
  const [tab, setTab] = useState<InspectorTab>('settings');
  const request = useCanvas((state) => state.focusRequest);
  const isWaiting = useCanvas(
    (state) => nodeId !== undefined && state.run.nodes[nodeId]?.status === 'waiting',
  );
  const [seenRequest, setSeenRequest] = useState(request);
  const [seenWait, setSeenWait] = useState('');
  if (request !== seenRequest) {
    setSeenRequest(request);
    setTab('settings');
  }
  const wait = isWaiting ? (nodeId ?? '') : '';
  if (wait !== seenWait) {
    setSeenWait(wait);
    if (wait !== '') setTab('input');
  }
  return { tab, setTab };
}

/** The selected node: its settings, what it got and gave, its exact prompt and its history. */
export function Inspector() {
  const t = useTexts(canvasTexts);
  const node = useCanvas((state) => state.nodes.find((candidate) => candidate.id === state.selectedId));
  const selected = useCanvas((state) =>
    state.nodes.flatMap((candidate) => (candidate.selected ? candidate.id : [])).join('\n'),
  );
  const { tab, setTab } = useInspectorTab(node?.id);
  if (node) return <NodeInspector key={node.id} node={node} tab={tab} onTab={setTab} />;
  const ids = selected.split('\n').filter(Boolean);
  if (ids.length > 1) return <Several ids={ids} />;
  return <p className={styles['nothing']}>{t('nothingSelected')}</p>;
}
