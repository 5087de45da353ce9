import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { settingsTexts } from '../../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { FieldNote } from './field-note.tsx';
import styles from './fields.module.css';

interface TextListProps {
  /** Name of one entry; its number is added. */
  label: string;
  texts: readonly string[];
  onChange: (texts: string[]) => void;
  emptyText: string;
  placeholder?: string;
  maxLength?: number;
  canReorder?: boolean;
  errorOf?: (index: number) => string | undefined;
}

/** A list of lines that grows, shrinks and, where it matters, changes its order. */
export function TextList(props: TextListProps) {
  const { label, texts, onChange, emptyText, placeholder, maxLength, canReorder = false, errorOf } = props;
  const t = useTexts(settingsTexts);
  const list = useRef<HTMLDivElement>(null);
  const focused = useRef<number>(undefined);

  useEffect(() => {
    const place = focused.current;
    if (place === undefined) return;
    focused.current = undefined;
    list.current?.querySelectorAll('input')[place]?.focus();
  });

  const move = (from: number, to: number) => {
    const moved = [...texts];
    moved.splice(to, 0, ...moved.splice(from, 1));
    onChange(moved);
  };
  return (
    <div ref={list} className={styles['list']}>
      {texts.length === 0 && emptyText !== '' && <p className={styles['empty']}>{emptyText}</p>}
      {texts.map((text, index) => {
        const name = `${label} ${index + 1}`;
        const error = errorOf?.(index);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are nothing but their texts and places
          <div key={index} className={styles['row']}>
            <div>
              <input
                value={text}
                aria-label={name}
                aria-invalid={error ? true : undefined}
                placeholder={placeholder}
                maxLength={maxLength}
                onChange={(event) => onChange(texts.with(index, event.target.value))}
              />
              <FieldNote id={`${name}-note`} error={error} />
            </div>
            {canReorder && (
              <>
                <IconButton
                  label={t('moveUp', { name })}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <ArrowUp size={16} />
                </IconButton>
                <IconButton
                  label={t('moveDown', { name })}
                  disabled={index === texts.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowDown size={16} />
                </IconButton>
              </>
            )}
            <IconButton label={t('remove', { name })} onClick={() => onChange(texts.toSpliced(index, 1))}>
              <X size={16} />
            </IconButton>
          </div>
        );
      })}
      <Button
        size="small"
        icon={<Plus size={16} />}
        onClick={() => {
          focused.current = texts.length;
          onChange([...texts, '']);
        }}
      >
        {t('add')}
      </Button>
    </div>
  );
}
