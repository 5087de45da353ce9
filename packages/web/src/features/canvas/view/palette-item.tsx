import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { Star } from 'lucide-react';
import type { CSSProperties } from 'react';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { categoryLook } from '../../../kit/theme/category-look.ts';
import { rememberNode, toggleStar, useNodeMemory } from '../add/node-memory.ts';
import { dragType } from './flow-canvas.tsx';
import { NodeLine } from './node-line.tsx';
import styles from './palette.module.css';

/** A node of the palette: a click or a drag adds it, the star marks it as a favorite. */
export function PaletteItem({
  template,
  onAdd,
}: {
  template: NodeTemplate;
  onAdd: (template: NodeTemplate) => void;
}) {
  const t = useTexts(canvasTexts);
  const tools = useTexts(canvasToolsTexts);
  const isStarred = useNodeMemory((memory) => memory.starred.includes(template.name));
  return (
    <div className={styles['entry']}>
      <button
        type="button"
        data-row
        draggable
        className={styles['item']}
        title={template.reason ?? template.description}
        data-unrunnable={template.canRun === false || undefined}
        style={{ '--c': categoryLook(template.category).colour } as CSSProperties}
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
          name={
            <>
              <span className="visually-hidden">{t('add')}</span> {template.label}
            </>
          }
          about={template.reason ?? template.description}
        />
      </button>
      <button
        type="button"
        className={styles['star']}
        aria-pressed={isStarred}
        aria-label={tools(isStarred ? 'unstar' : 'star', { name: template.label })}
        onClick={() => toggleStar(template.name)}
      >
        <Star size={16} />
      </button>
    </div>
  );
}
