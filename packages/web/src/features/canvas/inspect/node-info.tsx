import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { drawnInputs } from '../document/drawn-inputs.ts';
import { outputPorts } from '../document/node-ports.ts';
import { useCanvas } from '../document/use-canvas.ts';
import styles from './node-info.module.css';

/** Details of a node that do not fit on its card. */
export function NodeInfo({ node, onClose }: { node: CanvasNode; onClose: () => void }) {
  const t = useTexts(canvasToolsTexts);
  const { data } = node;
  const template = useCanvas((state) => state.templates.get(data.name));
  const ports = (all: readonly { label: string; type: string }[]) =>
    all.map(({ label, type }) => `${label}: ${type}`).join('\n') || t('nothing');
  const rows = [
    [t('infoKind'), template?.label ?? data.name],
    [t('infoCategory'), data.category ?? ''],
    [t('infoVersion'), String(data.version ?? '')],
    [t('infoId'), node.id],
    [t('infoTakes'), ports(drawnInputs(data))],
    [t('infoGives'), ports(outputPorts(data))],
  ].filter(([, value]) => value !== '');
  return (
    <Dialog
      isOpen
      title={t('infoTitle', { name: data.label })}
      width={560}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {template?.description && <p>{template.description}</p>}
      <dl className={styles['facts']}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
