import { ArrowLeft, ArrowRight } from 'lucide-react';
import { type KeyboardEvent, useMemo } from 'react';
import { canvasTexts } from '../texts/en/canvas.ts';
import { useTexts } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { connect } from './canvas-commands.ts';
import { runCommand } from './canvas-store.ts';
import styles from './connect-dialog.module.css';
import { type Fit, possibleEdges } from './fitting-handles.ts';
import { speak } from './live-words.ts';
import { useCanvasStore } from './use-canvas.ts';

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const next = rows[(rows.indexOf(document.activeElement as HTMLElement) + step + rows.length) % rows.length];
  event.preventDefault();
  next?.focus();
}

/** Draws an edge without a pointer: every place that fits the node, in a list. */
export function ConnectDialog({ nodeId, onClose }: { nodeId: string; onClose: () => void }) {
  const t = useTexts(canvasTexts);
  const store = useCanvasStore();
  const fits = useMemo(() => possibleEdges(store.getState(), nodeId), [store, nodeId]);
  const name = store.getState().nodes.find((node) => node.id === nodeId)?.data.label ?? '';
  const choose = ({ ends, otherLabel, isFromOutput }: Fit) => {
    runCommand(store, connect(ends));
    const [source, target] = isFromOutput ? [name, otherLabel] : [otherLabel, name];
    speak(t('connected', { source, target }));
    onClose();
  };
  return (
    <Dialog isOpen title={t('connectTitle', { name })} onClose={onClose} width={460}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move among its buttons */}
      <div className={styles['list']} onKeyDown={moveFocus}>
        {fits.map((fit, index) => (
          <button
            key={`${fit.ends.sourceHandle} ${fit.ends.targetHandle}`}
            type="button"
            // biome-ignore lint/a11y/noAutofocus: a dialog puts the focus on its first choice
            autoFocus={index === 0}
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
      </div>
    </Dialog>
  );
}
