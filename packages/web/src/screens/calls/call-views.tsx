import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createCallView,
  deleteCallView,
  listCallViews,
  type SavedCallView,
} from '@tendril/contract/api/call-views';
import { BookmarkPlus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { call } from '../../kit/api/call.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { TextInput } from '../../kit/ui/text-input.tsx';
import styles from './call-filters.module.css';
import type { CallFilter } from './use-call-filter.ts';

const viewsKey = ['call-views'];

interface CallViewsProps {
  /** What is set now. */
  set: Partial<Record<keyof CallFilter, string>>;
  onShow: (filter: Partial<CallFilter>) => void;
}

/** Saved views: one's own, and those that are shared in the workspace. */
export function CallViews({ set, onShow }: CallViewsProps) {
  const t = useTexts(callsTexts);
  const [isSaving, setSaving] = useState(false);
  const { data: views = [], error } = useQuery({
    queryKey: viewsKey,
    queryFn: async ({ signal }) => (await call(listCallViews, { signal })).data,
    retry: false,
  });
  const isSet = Object.keys(set).length > 0;
  const now = keyOf(set);
  if (views.length === 0 && !isSet && !error) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a flex row everywhere
    <div className={styles['views']} role="group" aria-label={t('views')}>
      {views.length > 0 && (
        <span className={styles['view']} data-chosen={!isSet || undefined}>
          <button type="button" aria-pressed={!isSet} onClick={() => onShow({})}>
            {t('allCalls')}
          </button>
        </span>
      )}
      {views.map((view) => (
        <View key={view.id} view={view} isChosen={keyOf(view.filter) === now} onShow={onShow} />
      ))}
      {isSet && !views.some(({ filter }) => keyOf(filter) === now) && (
        <Button size="small" icon={<BookmarkPlus size={16} />} onClick={() => setSaving(true)}>
          {t('saveView')}
        </Button>
      )}
      {error && <p role="alert">{t('viewsFailed', { reason: toMessage(error) })}</p>}
      {isSaving && <SaveDialog set={set} onClose={() => setSaving(false)} />}
    </div>
  );
}

interface ViewProps extends Pick<CallViewsProps, 'onShow'> {
  view: SavedCallView;
  isChosen: boolean;
}

function View({ view, isChosen, onShow }: ViewProps) {
  const t = useTexts(callsTexts);
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(deleteCallView, { params: { id: view.id } }),
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: viewsKey }),
  });
  return (
    <span className={styles['view']} data-chosen={isChosen || undefined}>
      <button type="button" aria-pressed={isChosen} onClick={() => onShow(view.filter)}>
        {view.name}
        {view.isShared && <small>{t('sharedView')}</small>}
      </button>
      {view.isOwn && isChosen && (
        <IconButton size="small" label={t('deleteView', { name: view.name })} onClick={() => remove.mutate()}>
          <X size={14} />
        </IconButton>
      )}
    </span>
  );
}

function SaveDialog({ set, onClose }: Pick<CallViewsProps, 'set'> & { onClose: () => void }) {
  const t = useTexts(callsTexts);
  const client = useQueryClient();
  const nameId = useId();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const save = useMutation({
    mutationFn: () => call(createCallView, { body: { name, filter: set, isShared } }),
    onSuccess: async () => {
      notify(t('viewSaved'), 'success');
      onClose();
      await client.invalidateQueries({ queryKey: viewsKey });
    },
  });
  return (
    <FormDialog
      title={t('saveViewTitle')}
      submitLabel={t('saveView')}
      isBusy={save.isPending}
      problem={save.error && t('viewFailed', { reason: toMessage(save.error) })}
      onClose={onClose}
      onSubmit={() => save.mutate()}
    >
      <Field label={t('viewName')} htmlFor={nameId}>
        <TextInput
          id={nameId}
          value={name}
          maxLength={80}
          autoFocus
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <label className={styles['shared']}>
        <input type="checkbox" checked={isShared} onChange={({ target }) => setShared(target.checked)} />
        {t('viewShared')}
      </label>
      <p className={styles['sharedHelp']}>{t('viewSharedHelp')}</p>
    </FormDialog>
  );
}

function keyOf(filter: Partial<Record<string, string>>): string {
  return JSON.stringify(Object.entries(filter).sort(([one], [other]) => (one < other ? -1 : 1)));
}
