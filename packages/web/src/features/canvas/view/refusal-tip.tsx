import type { ConnectionVerdict } from '@tendril/contract/flow/connection';
import { useConnection } from '@xyflow/react';
import { Ban } from 'lucide-react';
import { agentFlowTexts } from '../../../kit/texts/en/agent-flow.ts';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { judge } from '../commands/canvas-commands.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { useCanvasStore } from '../document/use-canvas.ts';
import styles from './flow-canvas.module.css';

interface Refused {
  x: number;
  y: number;
  verdict: Exclude<ConnectionVerdict, { isValid: true }>;
}

/** Why the edge that is being drawn may not end under the pointer; nothing where it may. */
export function RefusalTip() {
  const t = useTexts(canvasTexts);
  const steps = useTexts(agentFlowTexts);
  const store = useCanvasStore();
  const refused = useConnection<CanvasNode, Refused | null>((connection) => {
    const { inProgress, isValid, fromHandle, toHandle, pointer } = connection;
    if (!inProgress || isValid !== false || !toHandle || fromHandle.type === toHandle.type) return null;
    const [source, target] = fromHandle.type === 'source' ? [fromHandle, toHandle] : [toHandle, fromHandle];
    const verdict = judge(store.getState(), {
      source: source.nodeId,
      sourceHandle: source.id ?? '',
      target: target.nodeId,
      targetHandle: target.id ?? '',
    });
    return verdict.isValid ? null : { x: pointer.x, y: pointer.y, verdict };
  });
  if (!refused) return null;
  const { verdict } = refused;
  return (
    <div className={styles['refusal']} role="status" style={{ left: refused.x, top: refused.y }}>
      <Ban size={16} />
      {verdict.reason === 'types'
        ? t('needs', { needs: verdict.needs.join(' | '), gives: verdict.gives[0] ?? '' })
        : verdict.reason === 'border' || verdict.reason === 'cycle'
          ? steps(verdict.reason)
          : t(verdict.reason)}
    </div>
  );
}
