import { versionsTexts } from '../../kit/texts/en/versions.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { useCanvas } from '../canvas/document/use-canvas.ts';
import type { NodeChange } from '../draft/diff-flows.ts';
import { FieldChangeRow } from '../draft/field-change-row.tsx';
import styles from './versions-view.module.css';

interface NodeChangeCardProps {
  change: NodeChange;
  isPointed: boolean;
  onPoint: () => void;
}

/** What happened to one node, field by field. */
export function NodeChangeCard({ change, isPointed, onPoint }: NodeChangeCardProps) {
  const t = useTexts(versionsTexts);
  const { kind, label, node, fields } = change;
  const kindName = useCanvas((state) => state.templates.get(node.data.name)?.label ?? node.data.name);
  return (
    <li className={styles['change']} data-kind={kind} data-pointed={isPointed || undefined}>
      <button type="button" onClick={onPoint} aria-current={isPointed || undefined}>
        <b>{label}</b>
        <span>{t(kind)}</span>
      </button>
      {kindName !== label && <small>{kindName}</small>}
      {fields.map((field) => (
        <FieldChangeRow key={field.facet} change={field} nodeName={node.data.name} />
      ))}
    </li>
  );
}
