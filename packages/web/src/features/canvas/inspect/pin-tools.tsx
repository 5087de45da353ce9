import { Pin } from 'lucide-react';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import type { SpanStatus } from '../../runs/trace.ts';
import { pinOutput } from '../commands/pin-output.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { isFeeding, pinOf } from '../document/pin-node.ts';
import { useCanvas, useRunCommand } from '../document/use-canvas.ts';
import styles from './inspector.module.css';

interface PinToolsProps {
  node: CanvasNode;
  output: unknown;
  status: SpanStatus | undefined;
}

/** Pins the shown output, or says why it cannot be pinned. */
export function PinTools({ node, output, status }: PinToolsProps) {
  const t = useTexts(whyTexts);
  const run = useRunCommand();
  const isLocked = useCanvas((state) => state.isLocked);
  const isWired = useCanvas((state) => isFeeding(state.edges, node.id));
  if (status !== 'done' && status !== 'cached') return null;
  const verdict = pinOf(node.data, { output, at: 0, isFeeding: isWired });
  if ('refusal' in verdict) {
    return <p className={styles['quiet']}>{t(verdict.refusal, { name: node.data.label })}</p>;
  }
  const pin = () => run(pinOutput(node.id, { ...verdict.pinned, at: Date.now() }));
  return (
    <div className={styles['acts']}>
      <Button size="small" icon={<Pin size={16} />} disabled={isLocked} onClick={pin}>
        {t('pinThis')}
      </Button>
      <span>{t('pinThisHelp')}</span>
    </div>
  );
}
