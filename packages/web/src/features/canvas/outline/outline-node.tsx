import { ChevronDown, ChevronRight, CirclePower, Copy, Crosshair, Trash2, TriangleAlert } from 'lucide-react';
import type { CSSProperties } from 'react';
import { agentFlowTexts } from '../../../kit/texts/en/agent-flow.ts';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { nodeColour } from '../../../kit/theme/node-look.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { type CanvasNode, isNote } from '../document/canvas-doc.ts';
import { containerOf } from '../document/iterations.ts';
import { useCanvas, useCanvasStore } from '../document/use-canvas.ts';
import { NodeParams } from '../inspect/inspector-settings.tsx';
import { NoteForm } from '../inspect/note-form.tsx';
import { OutputChoice } from '../inspect/output-choice.tsx';
import { duplicateParts, removeParts, toggleDisabled } from '../run/spoken-acts.ts';
import type { AddBoxRequest } from '../view/add-box-store.ts';
import { NodeLine } from '../view/node-line.tsx';
import { NodeName } from '../view/node-name.tsx';
import styles from '../view/outline.module.css';
import { hasGaps } from './node-gaps.ts';
import { OutlinePorts } from './outline-ports.tsx';

interface OutlineNodeProps {
  node: CanvasNode;
  isOpen: boolean;
  /** Whether this row is the Tab stop of the list. */
  isEntry: boolean;
  onToggle: () => void;
  onFocus: () => void;
  onShow: () => void;
  onAdd: (request: AddBoxRequest) => void;
}

function Acts({ node, onShow }: Pick<OutlineNodeProps, 'node' | 'onShow'>) {
  const t = useTexts(canvasToolsTexts);
  const store = useCanvasStore();
  const isLocked = useCanvas((state) => state.isLocked);
  const ids = new Set([node.id]);
  return (
    <div className={styles['acts']}>
      <Button size="small" icon={<Crosshair size={16} />} onClick={onShow}>
        {t('outlineOpen')}
      </Button>
      <Button
        size="small"
        icon={<Copy size={16} />}
        disabled={isLocked}
        onClick={() => duplicateParts(store, ids)}
      >
        {t('duplicate')}
      </Button>
      {!isNote(node.data) && (
        <Button
          size="small"
          icon={<CirclePower size={16} />}
          disabled={isLocked}
          onClick={() => toggleDisabled(store, ids)}
        >
          {t(node.isDisabled ? 'enable' : 'disable')}
        </Button>
      )}
      <Button
        size="small"
        look="danger"
        icon={<Trash2 size={16} />}
        disabled={isLocked}
        onClick={() => removeParts(store, ids)}
      >
        {t('remove')}
      </Button>
    </div>
  );
}

function Details({ node, onShow, onAdd }: Pick<OutlineNodeProps, 'node' | 'onShow' | 'onAdd'>) {
  const t = useTexts(canvasToolsTexts);
  const isLocked = useCanvas((state) => state.isLocked);
  return (
    <div className={styles['details']}>
      <fieldset disabled={isLocked}>
        <legend className="visually-hidden">{node.data.label}</legend>
        <h4>{t('outlineName')}</h4>
        <NodeName node={node} />
        {isNote(node.data) ? (
          <NoteForm node={node} />
        ) : (
          <>
            <OutlinePorts node={node} onAdd={onAdd} />
            <h4>{t('outlineSettings')}</h4>
            <OutputChoice node={node} />
            <NodeParams node={node} />
          </>
        )}
      </fieldset>
      <Acts node={node} onShow={onShow} />
    </div>
  );
}

/** One node of the outline: its row, and once opened everything that can be changed of it. */
export function OutlineNode(props: OutlineNodeProps) {
  const { node, isOpen, isEntry, onToggle, onFocus } = props;
  const t = useTexts(canvasToolsTexts);
  const { data } = node;
  const icon = useCanvas((state) => state.templates.get(data.name)?.icon);
  const lacks = useCanvas((state) => hasGaps(node, state.edges));
  const container = useCanvas(({ nodes }) => containerOf(nodes, node)?.data.label);
  const steps = useTexts(agentFlowTexts);
  const note = isNote(data) ? String(data.inputs?.['note'] ?? '').split('\n')[0] : '';
  return (
    <li
      className={styles['node']}
      data-disabled={node.isDisabled || undefined}
      data-inside={node.containerId !== undefined || undefined}
      style={{ '--c': nodeColour(data) } as CSSProperties}
    >
      <h3 className={styles['title']}>
        <button
          type="button"
          data-outline-row={node.id}
          className={styles['row']}
          aria-expanded={isOpen}
          tabIndex={isEntry ? 0 : -1}
          onClick={onToggle}
          onFocus={onFocus}
        >
          {isOpen ? <ChevronDown size={16} /> : <ChevronRight size={16} />}
          <NodeLine
            icon={icon}
            category={data.category ?? ''}
            node={data.name}
            name={data.label}
            about={note || (container ? steps('insideOf', { name: container }) : data.category)}
          />
          {node.isDisabled && <span className={styles['tag']}>{t('outlineDisabled')}</span>}
          {lacks && !node.isDisabled && (
            <span className={styles['lack']}>
              <TriangleAlert size={14} />
              {t('outlineMissing')}
            </span>
          )}
        </button>
      </h3>
      {isOpen && <Details {...props} />}
    </li>
  );
}
