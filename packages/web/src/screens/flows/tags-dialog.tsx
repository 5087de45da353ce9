import type { FlowSummary } from '@tendril/contract/api/flows';
import { useState } from 'react';
import { TagField } from '../../features/flow-settings/fields/tag-field.tsx';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { uiTexts } from '../../kit/texts/en/ui.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Chip } from '../../kit/ui/chip.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { commonTags } from './flow-tags.ts';
import { useArrangeFlows } from './flows.queries.ts';
import styles from './tags-dialog.module.css';

interface TagsDialogProps {
  flows: readonly FlowSummary[];
  known: readonly string[];
  onClose: () => void;
  onDone: () => void;
}

/** The tags that some flows have in common; what only one of them has stays. */
export function TagsDialog({ flows, known, onClose, onDone }: TagsDialogProps) {
  const t = useTexts(flowsTexts);
  const ui = useTexts(uiTexts);
  const [first] = useState(() => commonTags(flows));
  const [tags, setTags] = useState<readonly string[]>(first);
  const arrange = useArrangeFlows();
  const others = known.filter((tag) => !tags.includes(tag));
  const submit = () => {
    if (arrange.isPending) return;
    arrange.mutate(
      {
        ids: flows.map(({ id }) => id),
        addTags: tags.map((tag) => tag.replaceAll(';', ' ')).filter((tag) => !first.includes(tag)),
        removeTags: first.filter((tag) => !tags.includes(tag)),
      },
      {
        onSuccess: () => {
          notify(t('tagsSaved'), 'success');
          onDone();
        },
        onError: notifyError,
      },
    );
  };
  return (
    <FormDialog
      title={t('tagsTitle', { count: flows.length })}
      onClose={onClose}
      isBusy={arrange.isPending}
      onSubmit={submit}
      submitLabel={ui('save')}
    >
      <TagField
        label={t('tags')}
        tags={tags}
        onChange={setTags}
        hint={t(flows.length > 1 ? 'tagsHintMany' : 'tagsHint')}
      />
      {others.length > 0 && (
        <div className={styles['known']}>
          {others.map((tag) => (
            <button key={tag} type="button" onClick={() => setTags([...tags, tag])}>
              <Chip label={tag} />
              <span className="visually-hidden">{t('addTag')}</span>
            </button>
          ))}
        </div>
      )}
    </FormDialog>
  );
}
