import { useQuery } from '@tanstack/react-query';
import {
  createMeasureCase,
  type MeasureCase,
  updateMeasureCase,
} from '@tendril/contract/api/knowledge-measures';
import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { call } from '../../../kit/api/call.ts';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { notify } from '../../../kit/state/notifier-store.ts';
import { knowledgeMeasureTexts } from '../../../kit/texts/en/knowledge-measures.ts';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Field } from '../../../kit/ui/field.tsx';
import { FormDialog } from '../../../kit/ui/form-dialog.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { TextBox } from '../../../kit/ui/text-box.tsx';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { chunksQuery } from '../chunks/chunks.queries.ts';
import styles from './measures.module.css';
import { useMeasureChange } from './measures.queries.ts';

interface CaseDialogProps {
  storeId: string;
  /** Absent for a new one. */
  row?: MeasureCase | undefined;
  onClose: () => void;
}

interface Passage {
  id: string;
  text: string;
  isNew: boolean;
}

/** A question, its tags, and the passages that it should find. */
export function CaseDialog({ storeId, row, onClose }: CaseDialogProps) {
  const t = useTexts(knowledgeMeasureTexts);
  const id = useId();
  const [question, setQuestion] = useState(row?.question ?? '');
  const [tags, setTags] = useState(row?.tags.join(', ') ?? '');
  const [passages, setPassages] = useState<readonly Passage[]>(
    row?.expected.map((one) => ({ id: one.id, text: one.text, isNew: false })) ?? [],
  );
  const [isTried, setTried] = useState(false);
  const save = useMeasureChange(storeId, () => {
    const fields = { question: question.trim(), tags: toTags(tags) };
    const chunkIds = passages.filter(({ isNew }) => isNew).map((one) => one.id);
    const passageIds = passages.filter(({ isNew }) => !isNew).map((one) => one.id);
    return row
      ? call(updateMeasureCase, {
          params: { storeId, caseId: row.id },
          body: { ...fields, chunkIds, passageIds },
        })
      : call(createMeasureCase, { params: { storeId }, body: { ...fields, chunkIds } });
  });
  const submit = () => {
    setTried(true);
    if (question.trim() === '') return;
    save.mutate(undefined, {
      onSuccess: () => {
        notify(t('caseSaved'), 'success');
        onClose();
      },
    });
  };
  const isMissing = isTried && question.trim() === '';
  return (
    <FormDialog
      title={t(row ? 'editCase' : 'addCase')}
      submitLabel={t('save')}
      isBusy={save.isPending}
      problem={save.error && toMessage(save.error)}
      width={640}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={t('question')} htmlFor={id} hint={isMissing ? t('questionNeeded') : undefined}>
        <TextBox
          id={id}
          rows={2}
          value={question}
          maxLength={10_000}
          aria-invalid={isMissing || undefined}
          onChange={(event) => setQuestion(event.target.value)}
        />
      </Field>
      <TextField
        label={t('tags')}
        hint={t('tagsHelp')}
        value={tags}
        onChange={(event) => setTags(event.target.value)}
      />
      <PassageFields storeId={storeId} passages={passages} onChange={setPassages} />
    </FormDialog>
  );
}

const toTags = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];

interface PassageFieldsProps {
  storeId: string;
  passages: readonly Passage[];
  onChange: (passages: readonly Passage[]) => void;
}

const shownFinds = 5;

function PassageFields({ storeId, passages, onChange }: PassageFieldsProps) {
  const t = useTexts(knowledgeMeasureTexts);
  const work = useTexts(knowledgeWorkTexts);
  const [search, setSearch] = useState('');
  const wanted = search.trim();
  const asked = chunksQuery({ storeId, fileId: 'all', pageNo: 1, search: wanted });
  const { data } = useQuery({ ...asked, enabled: wanted.length > 2 });
  const known = new Set(passages.map(({ id }) => id));
  const finds = wanted.length > 2 ? data?.chunks.filter(({ id }) => !known.has(id)).slice(0, shownFinds) : [];
  return (
    <fieldset className={styles['passages']}>
      <legend>{t('expected')}</legend>
      {passages.length === 0 && <p>{t('expectedNone')}</p>}
      <ul>
        {passages.map(({ id, text }, at) => (
          <li key={id}>
            <span>{text}</span>
            <IconButton
              size="small"
              label={t('removePassage', { number: at + 1 })}
              onClick={() => onChange(passages.filter((one) => one.id !== id))}
            >
              <X size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      <TextField
        label={work('passageSearch')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {finds?.length === 0 && wanted.length > 2 && <p role="status">{work('passageNone')}</p>}
      <ul data-finds>
        {finds?.map(({ id, pageContent }) => (
          <li key={id}>
            <span>{pageContent}</span>
            <Button
              size="small"
              icon={<Plus size={16} />}
              onClick={() => onChange([...passages, { id, text: pageContent, isNew: true }])}
            >
              {t('addPassage')}
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
