import { useQuery } from '@tanstack/react-query';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { nodeQuery } from '../../../kit/api/nodes.queries.ts';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { drawnInputs } from '../document/drawn-inputs.ts';
import { outputPorts } from '../document/node-ports.ts';
import { useCanvas } from '../document/use-canvas.ts';
import styles from './node-info.module.css';
import { NodeSettingsHelp } from './node-settings-help.tsx';
import { useOpenExample } from './use-open-example.ts';

/** The kinds of secrets it takes; most nodes name the field no better than that. */
function secretKinds({ credential }: NodeTemplate): string {
  if (!credential) return '';
  const { label, credentialNames = [] } = credential;
  return label === 'Connect Credential' ? credentialNames.join(', ') : label;
}

function Facts({ node, template }: { node: CanvasNode; template: NodeTemplate | undefined }) {
  const t = useTexts(canvasToolsTexts);
  const { data } = node;
  const ports = (all: readonly { label: string; type: string }[]) =>
    all.map(({ label, type }) => `${label}: ${type}`).join('\n') || t('nothing');
  const kinds = template ? secretKinds(template) : '';
  const secret = template?.credential?.optional ? t('helpOptionalSecret', { kinds }) : kinds;
  const rows = [
    [t('infoKind'), template?.label ?? data.name],
    [t('infoCategory'), data.category ?? ''],
    [t('infoVersion'), String(data.version ?? '')],
    [t('infoId'), node.id],
    [t('helpSecret'), secret],
    [t('infoTakes'), ports(drawnInputs(data))],
    [t('infoGives'), ports(outputPorts(data))],
  ].filter(([, value]) => value !== '');
  return (
    <dl className={styles['facts']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The help page of a node: what it is for, what it takes and gives, every setting, and an example to open. */
export function NodeInfo({ node, onClose }: { node: CanvasNode; onClose: () => void }) {
  const t = useTexts(canvasToolsTexts);
  const { data } = node;
  const known = useCanvas((state) => state.templates.get(data.name));
  const { data: whole, error, refetch } = useQuery({ ...nodeQuery(data.name), enabled: known !== undefined });
  const example = useOpenExample(onClose);
  const canShow = known !== undefined && known.canRun !== false && data.name !== 'stickyNote';
  return (
    <Dialog
      isOpen
      title={t('infoTitle', { name: data.label })}
      width={640}
      onClose={onClose}
      actions={
        <>
          {canShow && (
            <Button look="quiet" isBusy={example.isBusy} onClick={() => void example.open(known)}>
              {t('helpExample')}
            </Button>
          )}
          <Button onClick={onClose}>{t('close')}</Button>
        </>
      }
    >
      {known?.description && <p>{known.description}</p>}
      {known?.reason && <p className={styles['reason']}>{known.reason}</p>}
      <Facts node={node} template={whole ?? known} />
      {error && <ErrorState title={t('helpFailed')} error={error} onRetry={() => void refetch()} />}
      {known && !whole && !error && <SkeletonList count={3} />}
      {whole && <NodeSettingsHelp template={whole} />}
    </Dialog>
  );
}
