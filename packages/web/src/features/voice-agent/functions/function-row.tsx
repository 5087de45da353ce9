import { functionProblems } from '@tendril/contract/voice/function-problems';
import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import { FlaskConical, Pencil, RotateCw, Trash2, TriangleAlert } from 'lucide-react';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { functionGist } from './function-gist.ts';
import { functionLook } from './function-look.ts';
import { FunctionTile } from './function-tile.tsx';
import styles from './functions-panel.module.css';
import { problemList } from './problem-words.ts';
import type { FunctionEditing } from './use-function-editing.tsx';

interface FunctionRowProps {
  asked: VoiceFunction;
  otherNames: readonly string[];
  editing: FunctionEditing;
}

/** One function: what it is, what it lacks, and edit, test and delete. */
export function FunctionRow({ asked, otherNames, editing }: FunctionRowProps) {
  const t = useTexts(voiceFunctionTexts);
  const { label } = functionLook(asked.type);
  const gist = functionGist(asked);
  const problems = functionProblems(asked, otherNames);
  const name = asked.name || label;
  return (
    <li className={styles['row']}>
      <FunctionTile type={asked.type} />
      <div className={styles['words']}>
        <div className={styles['line']}>
          <code>{asked.name || t('noName')}</code>
          {problems.length > 0 && (
            <span className={styles['incomplete']} title={problemList(problems)}>
              <TriangleAlert size={12} aria-hidden />
              {t('incomplete')}
            </span>
          )}
          {editing.list.failedIds.has(asked.id) && <span className={styles['failed']}>{t('notSaved')}</span>}
        </div>
        <small title={gist}>
          {label}
          {problems.length > 0 ? ` · ${problemList(problems)}` : gist && ` · ${gist}`}
        </small>
      </div>
      {editing.list.failedIds.has(asked.id) && (
        <IconButton label={t('saveAgain', { name })} size="small" onClick={() => editing.retry(asked)}>
          <RotateCw size={16} />
        </IconButton>
      )}
      <IconButton label={t('editOne', { name })} size="small" onClick={() => editing.edit(asked)}>
        <Pencil size={16} />
      </IconButton>
      <IconButton label={t('testOne', { name })} size="small" onClick={() => editing.test(asked)}>
        <FlaskConical size={16} />
      </IconButton>
      <IconButton label={t('deleteOne', { name })} size="small" onClick={() => void editing.remove(asked)}>
        <Trash2 size={16} />
      </IconButton>
    </li>
  );
}
