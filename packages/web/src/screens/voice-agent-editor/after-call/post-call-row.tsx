import type { PostCallField } from '@tendril/contract/voice/post-call-field';
import type { PostCallProblem } from '@tendril/contract/voice/post-call-problems';
import { ArrowDown, ArrowUp, ChevronUp, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import styles from './after-call.module.css';
import { fieldLook } from './field-look.ts';
import { PostCallForm } from './post-call-form.tsx';
import type { PostCallEditing } from './use-post-call-fields.ts';

interface PostCallRowProps {
  field: PostCallField;
  place: number;
  problems: readonly PostCallProblem[];
  editing: PostCallEditing;
}

/** One field: what it is, what it lacks, where it stands; opened, its form. */
export function PostCallRow({ field, place, problems, editing }: PostCallRowProps) {
  const t = useTexts(voiceAfterCallTexts);
  const formId = useId();
  const { Icon, label } = fieldLook(field.type);
  const name = field.name.trim() || t('unnamed');
  const isOpen = editing.openId === field.id;
  const gist = field.type === 'enum' ? field.choices.join(', ') : field.description;
  return (
    <li className={styles['item']}>
      <div className={styles['row']}>
        <span className={styles['tile']}>
          <Icon size={16} aria-hidden />
        </span>
        <div className={styles['about']}>
          <div className={styles['line']}>
            <code>{name}</code>
            {field.isRequired && <span className={styles['mark']}>{t('required')}</span>}
            {problems.length > 0 && (
              <span className={styles['incomplete']}>
                <TriangleAlert size={12} aria-hidden />
                {t('incomplete')}
              </span>
            )}
          </div>
          <small title={gist}>
            {label}
            {problems.length > 0
              ? ` · ${t('notUsed', { problems: problems.map((problem) => t(problem)).join(', ') })}`
              : gist && ` · ${gist}`}
          </small>
        </div>
        <IconButton
          label={t('moveUp', { name })}
          size="small"
          disabled={place === 0}
          onClick={() => editing.move(place, -1)}
        >
          <ArrowUp size={16} />
        </IconButton>
        <IconButton
          label={t('moveDown', { name })}
          size="small"
          disabled={place === editing.fields.length - 1}
          onClick={() => editing.move(place, 1)}
        >
          <ArrowDown size={16} />
        </IconButton>
        <IconButton
          label={isOpen ? t('closeField', { name }) : t('editField', { name })}
          size="small"
          aria-expanded={isOpen}
          aria-controls={formId}
          onClick={() => editing.toggle(field.id)}
        >
          {isOpen ? <ChevronUp size={16} /> : <Pencil size={16} />}
        </IconButton>
        <IconButton label={t('remove', { name })} size="small" onClick={() => editing.remove(field)}>
          <Trash2 size={16} />
        </IconButton>
      </div>
      <div id={formId} hidden={!isOpen}>
        {isOpen && (
          <PostCallForm
            field={field}
            problems={problems}
            onChange={(changes, isTyped) => editing.change(field.id, changes, isTyped)}
          />
        )}
      </div>
    </li>
  );
}
