import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { canInsert } from '../add/can-insert.ts';
import { useCanvas, useCanvasStore } from '../document/use-canvas.ts';
import { labelOf, removeParts } from '../run/spoken-acts.ts';
import { openAddBox } from './add-box-store.ts';
import styles from './flow-edge.module.css';

interface EdgeButtonsProps extends Record<'id' | 'source' | 'target', string> {
  /** The middle of the edge, in flow units. */
  at: { x: number; y: number };
}

/** The buttons at the middle of an edge: a node into it, or the edge away. */
export function EdgeButtons({ id, source, target, at }: EdgeButtonsProps) {
  const t = useTexts(canvasTexts);
  const tools = useTexts(canvasToolsTexts);
  const store = useCanvasStore();
  const scale = useCanvas((state) => state.level.scale);
  const hasInsert = useCanvas((state) =>
    canInsert(
      state,
      state.edges.find((edge) => edge.id === id),
    ),
  );
  const names = { source: labelOf(store, source), target: labelOf(store, target) };
  return (
    <g className={styles['buttons']} transform={`translate(${at.x} ${at.y}) scale(${scale})`}>
      {hasInsert && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the outline offers the same by keyboard
        <g
          className={styles['insert']}
          data-act="insert"
          transform="translate(-13 0)"
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => openAddBox({ at, edgeId: id })}
        >
          <title>{tools('insertOnEdge', names)}</title>
          <circle className={styles['reach']} r={12} />
          <circle r={10} />
          <path d="M-4 0 H4 M0 -4 V4" />
        </g>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the Delete key, the inspector and the outline do the same */}
      <g
        className={styles['remove']}
        data-act="remove"
        transform={`translate(${hasInsert ? 13 : 0} 0)`}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => removeParts(store, new Set(), new Set([id]))}
      >
        <title>{t('disconnect', names)}</title>
        <circle className={styles['reach']} r={12} />
        <circle r={10} />
        <path d="M-3.5 -3.5 L3.5 3.5 M3.5 -3.5 L-3.5 3.5" />
      </g>
    </g>
  );
}
