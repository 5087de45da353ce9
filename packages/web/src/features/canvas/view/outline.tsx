import { ListTree, Plus, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useShallow } from 'zustand/shallow';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { addChosen } from '../add/add-chosen.ts';
import { AddSearch } from '../add/add-search.tsx';
import { selectNodes } from '../document/canvas-store.ts';
import { setTools } from '../document/canvas-tools-store.ts';
import { useCanvas, useCanvasStore } from '../document/use-canvas.ts';
import { OutlineNode } from '../outline/outline-node.tsx';
import { removeParts } from '../run/spoken-acts.ts';
import { flowOrder } from '../walk/flow-order.ts';
import { focusNode } from '../walk/focus-node.ts';
import type { AddBoxRequest } from './add-box-store.ts';
import styles from './outline.module.css';
import { useView } from './use-view.ts';

const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-outline-row="${CSS.escape(id)}"]`);

/** The nodes in reading order; recomputed only when nodes or edges are added, removed or reordered. */
function useOrder() {
  const { nodes, edges } = useCanvas(useShallow((state) => ({ nodes: state.nodes, edges: state.edges })));
  return flowOrder(nodes, edges);
}

/** Which node is opened, and which row has the focus or had it last. */
function useRows(ids: readonly string[]) {
  const store = useCanvasStore();
  const selectedId = useCanvas((state) => state.selectedId);
  const [openId, setOpenId] = useState<string | null>(selectedId);
  const entryId = selectedId !== null && ids.includes(selectedId) ? selectedId : ids[0];
  const go = (id: string | undefined) => id !== undefined && rowOf(id)?.focus();
  const onKeyDown = (event: KeyboardEvent) => {
    const row =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-outline-row]') : null;
    const id = row?.dataset['outlineRow'];
    if (id === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = ids.indexOf(id);
    if (event.key === 'ArrowDown') go(ids[at + 1]);
    else if (event.key === 'ArrowUp') go(ids[at - 1]);
    else if (event.key === 'Home') go(ids[0]);
    else if (event.key === 'End') go(ids.at(-1));
    else if (event.key === 'ArrowRight') setOpenId(id);
    else if (event.key === 'ArrowLeft') setOpenId(null);
    else if (event.key === 'Delete' && !store.getState().isLocked) {
      go(ids[at + 1] ?? ids[at - 1]);
      removeParts(store, new Set([id]));
    } else if (event.key === 'F2') {
      setOpenId(id);
      requestAnimationFrame(() => row?.closest('li')?.querySelector('input')?.focus());
    } else return;
    event.preventDefault();
  };
  return { openId, setOpenId, entryId, onKeyDown };
}

function AddDialog({ request, onClose }: { request: AddBoxRequest; onClose: (addedId?: string) => void }) {
  const t = useTexts(canvasToolsTexts);
  const store = useCanvasStore();
  return (
    <Dialog isOpen title={t('addBox')} width={400} onClose={() => onClose()}>
      <div className={styles['adding']}>
        <AddSearch
          request={request}
          onChoose={(template) => onClose(addChosen(store, request, template))}
          onCancel={() => onClose()}
        />
      </div>
    </Dialog>
  );
}

function Head({ count, onAdd, onClose }: { count: number; onAdd: () => void; onClose: () => void }) {
  const t = useTexts(canvasToolsTexts);
  const isLocked = useCanvas((state) => state.isLocked);
  return (
    <header className={styles['head']}>
      <ListTree size={20} />
      <h2 id="outline-title">{t('outline')}</h2>
      <span className={styles['count']}>{count}</span>
      <Button size="small" icon={<Plus size={16} />} disabled={isLocked} onClick={onAdd}>
        {t('outlineAdd')}
      </Button>
      <IconButton label={t('outlineClose')} onClick={onClose}>
        <X size={18} />
      </IconButton>
    </header>
  );
}

interface OutlineProps {
  onClose: () => void;
  /** Whether the focus goes to the list as it opens. */
  takesFocus?: boolean;
}

/** The whole flow as a list: every node with what it takes, what it gives to and its settings, to read and to change. */
export function Outline({ onClose, takesFocus = true }: OutlineProps) {
  const t = useTexts(canvasToolsTexts);
  const store = useCanvasStore();
  const view = useView();
  const order = useOrder();
  const ids = order.map(({ id }) => id);
  const { openId, setOpenId, entryId, onKeyDown } = useRows(ids);
  const [request, setRequest] = useState<AddBoxRequest | null>(null);
  const section = useRef<HTMLElement>(null);
  const firstId = useRef(takesFocus ? entryId : undefined);
  useEffect(() => {
    // A menu that was opened while this was still coming keeps the focus.
    if (section.current?.closest('[aria-hidden="true"]')) return;
    if (firstId.current !== undefined) rowOf(firstId.current)?.focus();
    else if (takesFocus) section.current?.querySelector('button')?.focus();
  }, [takesFocus]);

  const select = (id: string) => store.getState().selectedId !== id && selectNodes(store, new Set([id]));
  const show = (id: string) => {
    setTools({ isOutlineOpen: false });
    view.reveal(id);
    requestAnimationFrame(() => focusNode(id));
  };
  const endAdding = (addedId?: string) => {
    setRequest(null);
    if (addedId === undefined) return;
    setOpenId(addedId);
    // The dialog gives the focus back as it closes; then it goes to the new node.
    setTimeout(() => rowOf(addedId)?.focus());
  };
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || request) return;
    const row = event.target instanceof Element ? event.target.closest('[data-outline-row]') : null;
    event.preventDefault();
    if (row || openId === null) onClose();
    else rowOf(openId)?.focus();
  };
  return (
    <section
      ref={section}
      data-outline
      aria-labelledby="outline-title"
      className={styles['outline']}
      onKeyDown={onEscape}
    >
      <Head count={order.length} onAdd={() => setRequest({ at: view.centre() })} onClose={onClose} />
      <div className={styles['scroll']}>
        {order.length === 0 ? (
          <p className={styles['empty']}>{t('outlineEmpty')}</p>
        ) : (
          <>
            <p className={styles['hint']}>{t('outlineHint')}</p>
            <ol className={styles['list']} aria-label={t('outlineNodes')} onKeyDown={onKeyDown}>
              {order.map((node) => (
                <OutlineNode
                  key={node.id}
                  node={node}
                  isOpen={node.id === openId}
                  isEntry={node.id === entryId}
                  onToggle={() => setOpenId(node.id === openId ? null : node.id)}
                  onFocus={() => select(node.id)}
                  onShow={() => show(node.id)}
                  onAdd={setRequest}
                />
              ))}
            </ol>
          </>
        )}
      </div>
      {request && <AddDialog request={request} onClose={endAdding} />}
    </section>
  );
}
