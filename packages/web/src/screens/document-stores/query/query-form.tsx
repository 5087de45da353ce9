import { Plus, Search, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Field } from '../../../kit/ui/field.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { TextBox } from '../../../kit/ui/text-box.tsx';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { TextInput } from '../../../kit/ui/text-input.tsx';
import { type FilterRow, type QueryBody, type QueryDraft, toQueryBody, wrongFields } from './query-draft.ts';
import styles from './query-screen.module.css';

interface QueryFormProps {
  storeId: string;
  isBusy: boolean;
  onAsk: (body: QueryBody) => void;
}

/** The question and how it is asked. Enter asks, Shift Enter begins a line. */
export function QueryForm({ storeId, isBusy, onAsk }: QueryFormProps) {
  const t = useTexts(knowledgeWorkTexts);
  const [draft, setDraft] = useState<QueryDraft>({ question: '', topK: '', minScore: '', filters: [] });
  const [isTried, setTried] = useState(false);
  const change = (changes: Partial<QueryDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const wrong = isTried ? wrongFields(draft) : [];
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setTried(true);
    if (wrongFields(draft).length === 0 && !isBusy) onAsk(toQueryBody(storeId, draft));
  };
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <Question
        text={draft.question}
        error={wrong.includes('question') ? t('questionNeeded') : undefined}
        onChange={(question) => change({ question })}
        onEnter={() => submit()}
      />
      <div className={styles['pair']}>
        <TextField
          label={t('topK')}
          type="number"
          min={1}
          max={200}
          placeholder="4"
          hint={t('topKHelp')}
          value={draft.topK}
          error={wrong.includes('topK') ? t('topKBad') : undefined}
          onChange={(event) => change({ topK: event.target.value })}
        />
        <TextField
          label={t('minScore')}
          type="number"
          min={-1}
          max={1}
          step={0.05}
          hint={t('minScoreHelp')}
          value={draft.minScore}
          error={wrong.includes('minScore') ? t('minScoreBad') : undefined}
          onChange={(event) => change({ minScore: event.target.value })}
        />
      </div>
      <FilterRows rows={draft.filters} onChange={(filters) => change({ filters })} />
      <Button type="submit" look="primary" icon={<Search size={18} />} isFullWidth isBusy={isBusy}>
        {t('ask')}
      </Button>
    </form>
  );
}

interface QuestionProps {
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
  onEnter: () => void;
}

function Question({ text, error, onChange, onEnter }: QuestionProps) {
  const t = useTexts(knowledgeWorkTexts);
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <Field label={t('question')} htmlFor={id}>
      <TextBox
        id={id}
        rows={3}
        value={text}
        maxLength={10_000}
        placeholder={t('questionHint')}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </Field>
  );
}

interface FilterRowsProps {
  rows: readonly FilterRow[];
  onChange: (rows: readonly FilterRow[]) => void;
}

function FilterRows({ rows, onChange }: FilterRowsProps) {
  const t = useTexts(knowledgeWorkTexts);
  const last = useRef(0);
  const add = () => {
    last.current += 1;
    onChange([...rows, { key: last.current, name: '', value: '' }]);
  };
  const set = (key: number, changes: Partial<FilterRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  return (
    <fieldset className={styles['filter']}>
      <legend>{t('filter')}</legend>
      <p>{t('filterHelp')}</p>
      {rows.map(({ key, name, value }, index) => (
        <div key={key} className={styles['filterRow']}>
          <TextInput
            size="large"
            aria-label={t('filterName', { number: index + 1 })}
            placeholder={t('fieldHint')}
            value={name}
            onChange={(event) => set(key, { name: event.target.value })}
          />
          <TextInput
            size="large"
            aria-label={t('filterValue', { number: index + 1 })}
            placeholder={t('valueHint')}
            value={value}
            onChange={(event) => set(key, { value: event.target.value })}
          />
          <IconButton
            size="small"
            label={t('removeFilter', { number: index + 1 })}
            onClick={() => onChange(rows.filter((row) => row.key !== key))}
          >
            <X size={16} />
          </IconButton>
        </div>
      ))}
      <Button size="small" icon={<Plus size={16} />} onClick={add}>
        {t('addFilter')}
      </Button>
    </fieldset>
  );
}
