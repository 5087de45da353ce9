import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { settingsTexts } from '../../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { FieldNote } from './field-note.tsx';
import styles from './tag-field.module.css';

interface TagFieldProps {
  label: string;
  tags: readonly string[];
  onChange: (tags: readonly string[]) => void;
  hint?: string;
}

const longestTag = 50;
const mostTags = 20;

/** Words that are added one by one with Enter or a comma. */
export function TagField({ label, tags, onChange, hint }: TagFieldProps) {
  const t = useTexts(settingsTexts);
  const id = useId();
  const [text, setText] = useState('');
  const add = (written: string) => {
    const tag = written.trim();
    if (tag !== '' && !tags.includes(tag) && tags.length < mostTags) onChange([...tags, tag]);
    setText('');
  };
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <div className={styles['box']}>
        {tags.map((tag) => (
          <span key={tag} className={styles['tag']}>
            {tag}
            <button
              type="button"
              aria-label={t('remove', { name: tag })}
              onClick={() => onChange(tags.filter((other) => other !== tag))}
            >
              <X size={14} />
            </button>
          </span>
        ))}
        <input
          id={id}
          value={text}
          maxLength={longestTag}
          aria-describedby={hint ? `${id}-note` : undefined}
          onChange={({ target }) =>
            target.value.endsWith(',') ? add(target.value.slice(0, -1)) : setText(target.value)
          }
          onBlur={() => add(text)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && text.trim() !== '') {
              event.preventDefault();
              add(text);
            }
            if (event.key === 'Backspace' && text === '') onChange(tags.slice(0, -1));
          }}
        />
      </div>
      <FieldNote id={`${id}-note`} hint={hint} />
    </div>
  );
}
