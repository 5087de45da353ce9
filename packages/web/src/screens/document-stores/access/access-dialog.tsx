import { useQuery } from '@tanstack/react-query';
import type { LoaderAccess, StoreAccess } from '@tendril/contract/api/store-access';
import { useState } from 'react';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { notify } from '../../../kit/state/notifier-store.ts';
import { knowledgeAccessTexts } from '../../../kit/texts/en/knowledge-access.ts';
import { uiTexts } from '../../../kit/texts/en/ui.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { FormDialog } from '../../../kit/ui/form-dialog.tsx';
import { Segmented } from '../../../kit/ui/segmented.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { type AccessChange, accessQuery, useChangeAccess } from './access.queries.ts';
import styles from './access-dialog.module.css';
import type { AccessList } from './access-list.ts';
import { AccessListField, type KnownReaders } from './access-list-field.tsx';
import { FileAccessList } from './file-access-list.tsx';

interface AccessDialogProps {
  storeId: string;
  onClose: () => void;
}

interface Draft {
  audience: StoreAccess['audience'] | undefined;
  loaders: ReadonlyMap<string, AccessList>;
  /** By loader. */
  files: ReadonlyMap<string, ReadonlyMap<string, AccessList>>;
}

const emptyDraft: Draft = { audience: undefined, loaders: new Map(), files: new Map() };

function toChange({ audience, loaders, files }: Draft): AccessChange {
  const ofLoaders = [...loaders].map(([loaderId, list]) => ({ loaderId, list: list && [...list] }));
  const ofFiles = [...files].flatMap(([loaderId, own]) =>
    [...own].map(([id, list]) => ({ loaderId, fileIds: [id], list: list && [...list] })),
  );
  return { ...(audience && { audience }), lists: [...ofLoaders, ...ofFiles] };
}

/** Who may read a knowledge base: everyone who uses it, or what the lists of its sources and files say. */
export function AccessDialog({ storeId, onClose }: AccessDialogProps) {
  const t = useTexts(knowledgeAccessTexts);
  const ui = useTexts(uiTexts);
  const { data, error, refetch } = useQuery(accessQuery(storeId));
  const [draft, setDraft] = useState(emptyDraft);
  const save = useChangeAccess(storeId);
  const submit = () => {
    if (save.isPending || !data) return;
    save.mutate(toChange(draft), {
      onSuccess: () => {
        notify(t('saved'), 'success');
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={t('title')}
      width={640}
      guide="access"
      submitLabel={ui('save')}
      isBusy={save.isPending}
      problem={save.error && toMessage(save.error)}
      onClose={onClose}
      onSubmit={submit}
    >
      {!data && !error && <SkeletonList count={3} />}
      {error && !data && <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />}
      {data && <Lists storeId={storeId} access={data} draft={draft} onChange={setDraft} />}
    </FormDialog>
  );
}

interface ListsProps {
  storeId: string;
  access: StoreAccess;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

function Lists({ storeId, access, draft, onChange }: ListsProps) {
  const t = useTexts(knowledgeAccessTexts);
  const audience = draft.audience ?? access.audience;
  return (
    <>
      <div className={styles['audience']}>
        <Segmented
          label={t('audience')}
          segments={[
            { value: 'open', label: t('open') },
            { value: 'restricted', label: t('restricted') },
          ]}
          value={audience}
          onChange={(next) => onChange({ ...draft, audience: next })}
        />
      </div>
      <p className={styles['help']}>{t(audience === 'open' ? 'openHelp' : 'restrictedHelp')}</p>
      {audience === 'restricted' && access.loaders.length === 0 && (
        <p className={styles['help']}>{t('noLoaders')}</p>
      )}
      {audience === 'restricted' && (
        <ul className={styles['loaders']}>
          {access.loaders.map((loader) => (
            <LoaderLists
              key={loader.id}
              storeId={storeId}
              loader={loader}
              known={access}
              draft={draft}
              onChange={onChange}
            />
          ))}
        </ul>
      )}
    </>
  );
}

interface LoaderListsProps extends Omit<ListsProps, 'access'> {
  loader: LoaderAccess;
  known: KnownReaders;
}

function LoaderLists({ storeId, loader, known, draft, onChange }: LoaderListsProps) {
  const t = useTexts(knowledgeAccessTexts);
  const [isOpen, setOpen] = useState(false);
  const { id, name, source, files, listed } = loader;
  const own = draft.files.get(id) ?? new Map<string, AccessList>();
  const changeFile = (fileId: string, list: AccessList) =>
    onChange({ ...draft, files: new Map(draft.files).set(id, new Map(own).set(fileId, list)) });
  return (
    <li>
      <div className={styles['row']}>
        <span className={styles['name']}>
          {source || name}
          {source !== '' && source !== name && <small>{name}</small>}
        </span>
        <AccessListField
          name={source || name}
          inherited={t('byDefault')}
          list={draft.loaders.has(id) ? (draft.loaders.get(id) ?? null) : loader.list}
          known={known}
          onChange={(list) => onChange({ ...draft, loaders: new Map(draft.loaders).set(id, list) })}
        />
      </div>
      {files > 0 && (
        <details
          aria-label={t('showFiles', { name: source || name })}
          onToggle={(event) => setOpen(event.currentTarget.open)}
        >
          <summary>
            {t('files', { count: files })}
            {listed > 0 && ` · ${t('filesListed', { count: listed })}`}
          </summary>
          {isOpen && (
            <FileAccessList
              storeId={storeId}
              loaderId={id}
              known={known}
              changed={own}
              onChange={changeFile}
            />
          )}
        </details>
      )}
    </li>
  );
}
