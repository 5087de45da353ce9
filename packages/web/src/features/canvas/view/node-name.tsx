import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { renameNode } from '../commands/canvas-commands.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { useRunCommand } from '../document/use-canvas.ts';
import styles from '../inspect/inspector.module.css';

/** The editable name of a node; Enter saves, Esc cancels. */
export function NodeName({ node }: { node: CanvasNode }) {
  const t = useTexts(canvasTexts);
  const run = useRunCommand();
  const keep = (field: HTMLInputElement) => {
    const label = field.value.trim();
    if (label === '') field.value = node.data.label;
    else if (label !== node.data.label) run(renameNode(node.id, label));
  };
  return (
    <input
      // A name that changed elsewhere resets the field.
      key={node.data.label}
      className={styles['name']}
      aria-label={t('nodeName')}
      defaultValue={node.data.label}
      onBlur={(event) => keep(event.currentTarget)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.value = node.data.label;
        if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}
