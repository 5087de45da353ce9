import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { CornerDownLeft } from 'lucide-react';
import { type CSSProperties, useEffect, useMemo, useRef } from 'react';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { nodeColour } from '../../../kit/theme/node-look.ts';
import styles from '../view/add-box.module.css';
import { NodeLine } from '../view/node-line.tsx';
import { TwinMark } from '../view/twin-mark.tsx';
import { twinMarks } from '../view/twin-marks.ts';

interface AddListProps {
  id: string;
  templates: readonly NodeTemplate[];
  recent: readonly string[];
  /** The row that Enter chooses. */
  active: number;
  onPoint: (index: number) => void;
  onChoose: (template: NodeTemplate) => void;
}

/** The nodes of an add box, with the one that Enter takes marked. */
export function AddList({ id, templates, recent, active, onPoint, onChoose }: AddListProps) {
  const t = useTexts(canvasToolsTexts);
  const list = useRef<HTMLDivElement>(null);
  const marks = useMemo(() => twinMarks(templates), [templates]);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('addBox')} className={`${styles['list']} nowheel`}>
      {templates.map((template, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above moves through the rows and chooses
        <div
          key={template.name}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles['row']}
          title={template.description}
          style={{ '--c': nodeColour(template) } as CSSProperties}
          onPointerMove={() => index !== active && onPoint(index)}
          onClick={() => onChoose(template)}
        >
          <NodeLine
            icon={template.icon}
            category={template.category}
            node={template.name}
            name={
              <>
                {template.label}
                <TwinMark mark={marks.get(template.name)} />
              </>
            }
            about={template.category + (recent.includes(template.name) ? ` · ${t('usedLately')}` : '')}
          />
          {index === active && <CornerDownLeft size={16} aria-hidden />}
        </div>
      ))}
    </div>
  );
}
