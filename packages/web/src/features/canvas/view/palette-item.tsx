import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { Star } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { nodeColour } from '../../../kit/theme/node-look.ts';
import { rememberNode, useNodeMemory } from '../add/node-memory.ts';
import { dragType } from './flow-canvas.tsx';
import { NodeLine } from './node-line.tsx';
import styles from './palette.module.css';
import { TwinMark } from './twin-mark.tsx';

interface PaletteItemProps {
  template: NodeTemplate;
  /** What distinguishes it from another node of the same name. */
  mark: string | undefined;
  /** Which of its buttons Tab reaches, if one. */
  stop: string | undefined;
  onAdd: (template: NodeTemplate) => void;
  onStar: (name: string) => void;
}

/** A node of the palette: a click or a drag adds it, the star marks it as a favorite. */
export const PaletteItem = memo(({ template, mark, stop, onAdd, onStar }: PaletteItemProps) => {
  const t = useTexts(canvasTexts);
  const tools = useTexts(canvasToolsTexts);
  const isStarred = useNodeMemory((memory) => memory.starred.includes(template.name));
  return (
    <tr className={styles['entry']}>
      <td>
        <button
          type="button"
          data-row={template.name}
          tabIndex={stop === 'row' ? 0 : -1}
          draggable
          className={styles['item']}
          title={template.reason ?? template.description}
          data-unrunnable={template.canRun === false || undefined}
          style={{ '--c': nodeColour(template) } as CSSProperties}
          onClick={() => onAdd(template)}
          onDragStart={(event) => {
            event.dataTransfer.setData(dragType, template.name);
            event.dataTransfer.effectAllowed = 'copy';
          }}
          onDragEnd={(event) => event.dataTransfer.dropEffect !== 'none' && rememberNode(template.name)}
        >
          <NodeLine
            icon={template.icon}
            category={template.category}
            node={template.name}
            name={
              <>
                <span className="visually-hidden">{t('add')}</span> {template.label}
                <TwinMark mark={mark} />
              </>
            }
            about={template.reason ?? template.description}
          />
        </button>
      </td>
      <td>
        <button
          type="button"
          data-column="star"
          tabIndex={stop === 'star' ? 0 : -1}
          className={styles['star']}
          aria-pressed={isStarred}
          aria-label={tools(isStarred ? 'unstar' : 'star', { name: template.label })}
          onClick={() => onStar(template.name)}
        >
          <Star size={16} />
        </button>
      </td>
    </tr>
  );
});
PaletteItem.displayName = 'PaletteItem';
