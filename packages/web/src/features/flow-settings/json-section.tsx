import { useState } from 'react';
import { CodeField } from '../../kit/params/code-field.tsx';
import { settingsTexts } from '../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { FieldNote } from './fields/field-note.tsx';
import styles from './sections/sections.module.css';
import { readSettingsJson, writeSettingsJson } from './settings-json.ts';
import type { SettingsDrafts } from './use-settings-drafts.ts';

/** The settings as text while it is edited. */
interface JsonDraft {
  text: string;
  problem: string;
  isDirty: boolean;
  write: (text: string) => void;
  discard: () => void;
  save: () => Promise<void>;
}

/** Keeps the text of the JSON section; it follows what is saved until somebody writes in it. */
export function useJsonDraft(drafts: SettingsDrafts, title: string): JsonDraft {
  const [written, setWritten] = useState<string>();
  const [problem, setProblem] = useState('');
  const savedText = writeSettingsJson(drafts.saved);
  const text = written ?? savedText;
  return {
    text,
    problem,
    isDirty: text !== savedText,
    write: (changed) => {
      setWritten(changed);
      setProblem('');
    },
    discard: () => {
      setWritten(undefined);
      setProblem('');
    },
    save: async () => {
      const read = readSettingsJson(text);
      if ('problem' in read) {
        setProblem(read.problem);
        return;
      }
      if (await drafts.saveAll(title, read.patch)) setWritten(undefined);
    },
  };
}

/** All settings as JSON. */
export function JsonSection({ draft }: { draft: JsonDraft }) {
  const t = useTexts(settingsTexts);
  return (
    <div className={styles['code']}>
      <div className={styles['codeHead']}>
        <span className={styles['codeLabel']}>{t('jsonEditor')}</span>
      </div>
      <CodeField
        id="settings-json"
        label={t('jsonEditor')}
        language="json"
        text={draft.text}
        onChange={draft.write}
      />
      <FieldNote id="settings-json-note" error={draft.problem || undefined} />
    </div>
  );
}
