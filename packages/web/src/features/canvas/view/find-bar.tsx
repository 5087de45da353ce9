import { ViewportPortal } from '@xyflow/react';
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { selectNodes } from '../document/canvas-store.ts';
import { nodeById } from '../document/node-index.ts';
import { visibleParams } from '../document/shown-values.ts';
import { useCanvas, useCanvasStore } from '../document/use-canvas.ts';
import { findMatches, type Match } from '../find/find-matches.ts';
import { focusNode } from '../walk/focus-node.ts';
import styles from './find-bar.module.css';
import { useView } from './use-view.ts';

/** A found node is brought at least this close, so that it can be read. */
const readableZoom = 0.6;

/** Frames around what was found. */
function Marks({ matches, current }: { matches: readonly Match[]; current: Match | undefined }) {
  const nodes = useCanvas((state) => state.nodes);
  return (
    <ViewportPortal>
      {matches.map(({ nodeId }) => {
        const node = nodeById(nodes, nodeId);
        if (!node) return null;
        const { x, y } = node.position;
        return (
          <i
            key={nodeId}
            className={styles['mark']}
            data-current={nodeId === current?.nodeId || undefined}
            style={{ translate: `${x}px ${y}px`, inlineSize: node.width, blockSize: node.height }}
          />
        );
      })}
    </ViewportPortal>
  );
}

/** Where a match is, in words: the node, and the parameter it was found in. */
function useWhere(match: Match | undefined): string {
  const t = useTexts(canvasToolsTexts);
  const node = useCanvas((state) => (match ? nodeById(state.nodes, match.nodeId) : undefined));
  if (!match || !node) return '';
  const param = visibleParams(node.data).find(({ name }) => name === match.param);
  return param ? t('foundIn', { node: node.data.label, param: param.label }) : node.data.label;
}

/** The matches of a query and the one the view is at. */
function useFinding(query: string) {
  const store = useCanvasStore();
  const view = useView();
  const nodes = useCanvas((state) => state.nodes);
  const matches = useMemo(() => findMatches(nodes, query), [nodes, query]);
  const [at, setAt] = useState(0);
  const index = Math.min(at, Math.max(0, matches.length - 1));
  const show = (match: Match | undefined) => {
    if (!match) return;
    view.reveal(match.nodeId, readableZoom);
    selectNodes(store, new Set([match.nodeId]));
  };
  return {
    matches,
    index,
    current: matches[index],
    /** Moves by a number of matches, wrapping around. */
    go: (by: number) => {
      if (matches.length === 0) return;
      const next = (index + by + matches.length) % matches.length;
      setAt(next);
      show(matches[next]);
    },
    /** Goes to the first match of a new query. */
    begin: (text: string) => {
      setAt(0);
      show(findMatches(store.getState().nodes, text)[0]);
    },
  };
}

/** Looks for words in names, kinds, parameters and notes of the drawing; what was found stays chosen when it closes. */
export function FindBar({ onClose }: { onClose: () => void }) {
  const t = useTexts(canvasToolsTexts);
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { matches, index, current, go, begin } = useFinding(query);
  const where = useWhere(current);
  useEffect(() => field.current?.focus(), []);
  const close = () => {
    onClose();
    if (current) focusNode(current.nodeId);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f';
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
    else if (isFind) field.current?.select();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isSearching = query.trim() !== '';
  return (
    <>
      {isSearching && <Marks matches={matches} current={current} />}
      <search className={`${styles['bar']} nopan nowheel`} aria-label={t('find')} onKeyDown={onKeyDown}>
        <Search size={18} />
        <input
          ref={field}
          type="text"
          inputMode="search"
          aria-label={t('find')}
          placeholder={t('findPlaceholder')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            begin(event.target.value);
          }}
        />
        <span role="status" className={styles['count']} title={where}>
          {isSearching &&
            (matches.length === 0 ? (
              t('findNone')
            ) : (
              <>
                {t('findCount', { at: index + 1, count: matches.length })}
                <span className="visually-hidden">{where}</span>
              </>
            ))}
        </span>
        <IconButton
          label={t('findPrevious')}
          size="small"
          disabled={matches.length === 0}
          onClick={() => go(-1)}
        >
          <ChevronUp size={16} />
        </IconButton>
        <IconButton label={t('findNext')} size="small" disabled={matches.length === 0} onClick={() => go(1)}>
          <ChevronDown size={16} />
        </IconButton>
        <IconButton label={t('findClose')} size="small" onClick={close}>
          <X size={16} />
        </IconButton>
      </search>
    </>
  );
}
