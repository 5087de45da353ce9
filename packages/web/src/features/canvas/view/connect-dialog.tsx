import { ArrowLeft, ArrowRight } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { SearchRow } from '../../../kit/ui/search-row.tsx';
import { type Fit, possibleEdges } from '../document/fitting-handles.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvasStore } from '../document/use-canvas.ts';
import { connectParts } from '../run/spoken-acts.ts';
import { focusNode } from '../walk/focus-node.ts';
import styles from './connect-dialog.module.css';

/** From this number of options, a search field is shown. */
const manyFits = 8;

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button, input')];
  const next = rows[(rows.indexOf(document.activeElement as HTMLElement) + step + rows.length) % rows.length];
  event.preventDefault();
  next?.focus();
}

const wordsOf = ({ otherLabel, otherPort, ownPort, otherId }: Fit) =>
  `${otherLabel} ${otherPort} ${ownPort} ${otherId}`.toLowerCase();

/** Draws an edge without a pointer: every place that fits the node, in a list. */
export function ConnectDialog({ nodeId, onClose }: { nodeId: string; onClose: () => void }) {
  const t = useTexts(canvasTexts);
  const tools = useTexts(canvasToolsTexts);
  const store = useCanvasStore();
  const [query, setQuery] = useState('');
  const fits = useMemo(() => possibleEdges(store.getState(), nodeId), [store, nodeId]);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = fits.filter((fit) => words.every((word) => wordsOf(fit).includes(word)));
  const name = nodeById(store.getState().nodes, nodeId)?.data.label ?? '';
  const hasSearch = fits.length >= manyFits;
  const choose = ({ ends }: Fit) => {
    connectParts(store, ends);
    onClose();
    // The dialog returns the focus when it closes; keyboard navigation then continues from the node.
    setTimeout(() => focusNode(nodeId));
  };
  return (
    <Dialog isOpen title={t('connectTitle', { name })} onClose={onClose} width={460}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move among its buttons */}
      <div className={styles['list']} onKeyDown={moveFocus}>
        {hasSearch && (
          <SearchRow
            className={styles['search']}
            label={tools('connectSearch')}
            value={query}
            autoFocus
            onChange={setQuery}
            onKeyDown={(event) => event.key === 'Enter' && shown[0] && choose(shown[0])}
          />
        )}
        {shown.map((fit, index) => (
          <button
            key={`${fit.ends.sourceHandle} ${fit.ends.targetHandle}`}
            type="button"
            // biome-ignore lint/a11y/noAutofocus: a dialog puts the focus on its first choice
            autoFocus={!hasSearch && index === 0}
            onClick={() => choose(fit)}
          >
            {fit.isFromOutput ? <ArrowRight size={16} /> : <ArrowLeft size={16} />}
            <span>
              {fit.ownPort} {t(fit.isFromOutput ? 'gives' : 'takes')}{' '}
              <b>{t('feeds', { port: fit.otherPort, node: fit.otherLabel })}</b>
            </span>
            <small>{fit.otherId}</small>
          </button>
        ))}
        {fits.length === 0 && <p>{t('connectNone')}</p>}
        {fits.length > 0 && shown.length === 0 && <p>{tools('connectNotFound', { query })}</p>}
      </div>
    </Dialog>
  );
}
