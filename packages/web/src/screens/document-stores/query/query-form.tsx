import type { DocumentStore } from '@tendril/contract/api/document-stores';
import { Search } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Field } from '../../../kit/ui/field.tsx';
import { Segmented } from '../../../kit/ui/segmented.tsx';
import { TextBox } from '../../../kit/ui/text-box.tsx';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { RerankerChoice } from '../reranker-choice.tsx';
import { AskAs } from './ask-as.tsx';
import { FilterRows } from './filter-rows.tsx';
import { type QueryBody, type QueryDraft, type QueryField, toQueryBody, wrongFields } from './query-draft.ts';
import styles from './query-screen.module.css';

interface QueryFormProps {
  store: DocumentStore;
  isBusy: boolean;
  onAsk: (body: QueryBody) => void;
}

const emptyDraft: QueryDraft = {
  ...{ question: '', mode: 'hybrid', wordWeight: '', topK: '', minScore: '', diversity: '' },
  ...{ reranker: undefined, filters: [] },
};

/** By what the store is searched where nothing else is said. */
function savedMode({ vectorStoreConfig }: DocumentStore): QueryDraft['mode'] {
  const saved = vectorStoreConfig?.config['searchMode'];
  return saved === 'vectors' || saved === 'words' ? saved : 'hybrid';
}

/** The question and how it is asked. Enter asks, Shift Enter begins a line. */
export function QueryForm({ store, isBusy, onAsk }: QueryFormProps) {
  const t = useTexts(knowledgeWorkTexts);
  const [draft, setDraft] = useState<QueryDraft>({ ...emptyDraft, mode: savedMode(store) });
  const [isTried, setTried] = useState(false);
  const change = (changes: Partial<QueryDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const wrong = isTried ? wrongFields(draft) : [];
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setTried(true);
    if (wrongFields(draft).length === 0 && !isBusy) onAsk(toQueryBody(store.id, draft));
  };
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <Question
        text={draft.question}
        error={wrong.includes('question') ? t('questionNeeded') : undefined}
        onChange={(question) => change({ question })}
        onEnter={() => submit()}
      />
      <Segmented
        label={t('searchBy')}
        segments={[
          { value: 'hybrid', label: t('byBoth') },
          { value: 'vectors', label: t('byMeaning') },
          { value: 'words', label: t('byWords') },
        ]}
        value={draft.mode}
        onChange={(mode) => change({ mode })}
      />
      <QueryNumbers draft={draft} wrong={wrong} onChange={change} />
      <RerankerChoice canBeSaved chosen={draft.reranker} onChange={(reranker) => change({ reranker })} />
      <AskAs storeId={store.id} as={draft.as} onChange={(as) => change({ as })} />
      <FilterRows storeId={store.id} rows={draft.filters} onChange={(filters) => change({ filters })} />
      <Button type="submit" look="primary" icon={<Search size={18} />} isFullWidth isBusy={isBusy}>
        {t('ask')}
      </Button>
    </form>
  );
}

interface QueryNumbersProps {
  draft: QueryDraft;
  wrong: readonly QueryField[];
  onChange: (changes: Partial<QueryDraft>) => void;
}

/** The numbers of a search; what words weigh is of no matter where they are not weighed. */
function QueryNumbers({ draft, wrong, onChange }: QueryNumbersProps) {
  const t = useTexts(knowledgeWorkTexts);
  const field = (name: 'topK' | 'minScore' | 'wordWeight' | 'diversity', range: NumberRange) => (
    <TextField
      label={t(name)}
      type="number"
      {...range}
      hint={t(`${name}Help`)}
      value={draft[name]}
      error={wrong.includes(name) ? t(`${name}Bad`) : undefined}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  return (
    <>
      <div className={styles['pair']}>
        {field('topK', { min: 1, max: 200, placeholder: '4' })}
        {field('minScore', { min: -1, max: 1, step: 0.05 })}
      </div>
      <div className={styles['pair']}>
        {field('diversity', { min: 0, max: 1, step: 0.1 })}
        {draft.mode === 'hybrid' && field('wordWeight', { min: 0, max: 1, step: 0.1, placeholder: '0.5' })}
      </div>
    </>
  );
}

interface NumberRange {
  min: number;
  max: number;
  step?: number;
  placeholder?: string;
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
