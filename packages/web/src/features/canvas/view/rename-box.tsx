import { ViewportPortal } from '@xyflow/react';
import { useRef } from 'react';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { setTools, useCanvasTools } from '../document/canvas-tools-store.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvas, useCanvasStore } from '../document/use-canvas.ts';
import { renamePart } from '../run/spoken-acts.ts';
import { focusNode } from '../walk/focus-node.ts';
import styles from './rename-box.module.css';

function Field({ node }: { node: CanvasNode }) {
  const t = useTexts(canvasToolsTexts);
  const store = useCanvasStore();
  const isGivenUp = useRef(false);
  const { id, data, position } = node;
  return (
    <ViewportPortal>
      <input
        className={`${styles['field']} nodrag nopan`}
        style={{ translate: `${position.x}px ${position.y}px` }}
        aria-label={t('renameNode', { name: data.label })}
        defaultValue={data.label}
        maxLength={200}
        // biome-ignore lint/a11y/noAutofocus: the person asked to write here
        autoFocus
        onFocus={(event) => event.target.select()}
        onBlur={(event) => {
          setTools({ renamedId: null });
          if (!isGivenUp.current) renamePart(store, id, event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          isGivenUp.current = event.key === 'Escape';
          event.currentTarget.blur();
          focusNode(id);
        }}
      />
    </ViewportPortal>
  );
}

/** The name of a node while it is written on the drawing; Enter keeps it, Esc does not. */
export function RenameBox() {
  const renamedId = useCanvasTools((tools) => tools.renamedId);
  const node = useCanvas((state) => (renamedId === null ? undefined : nodeById(state.nodes, renamedId)));
  const isLocked = useCanvas((state) => state.isLocked);
  return node && !isLocked ? <Field key={node.id} node={node} /> : null;
}
