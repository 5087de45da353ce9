import { useEffect, useRef } from 'react';
import { jumpTexts } from '../../kit/texts/en/jump.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './jump.module.css';
import type { JumpTarget } from './jump-targets.ts';

interface JumpListProps {
  id: string;
  targets: readonly JumpTarget[];
  lit: number;
  onChoose: (target: JumpTarget) => void;
  onLight: (index: number) => void;
}

/** Search results by group; the field keeps the focus. */
export function JumpList({ id, targets, lit, onChoose, onLight }: JumpListProps) {
  const t = useTexts(jumpTexts);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${lit}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [id, lit]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('results')} tabIndex={-1} className={styles['list']}>
      {targets.map((target, index) => {
        const isFirst = targets[index - 1]?.group !== target.group;
        return (
          <div key={target.id} role="presentation">
            {isFirst && (
              <p className={styles['group']} role="presentation">
                {t(target.group)}
              </p>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field's arrow keys and Enter do the same */}
            <div
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === lit}
              className={styles['row']}
              onMouseMove={() => index !== lit && onLight(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(target)}
            >
              <target.Icon size={18} aria-hidden="true" />
              <span>{target.label}</span>
              <small>{target.detail}</small>
            </div>
          </div>
        );
      })}
    </div>
  );
}
