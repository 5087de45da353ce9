import { useQuery } from '@tanstack/react-query';
import type { FlowSettings } from '@tendril/contract/flow/flow-settings';
import { useMemo, useState } from 'react';
import { confirm } from '../../kit/state/confirm-store.ts';
import { settingsTexts } from '../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import styles from './configuration-dialog.module.css';
import { flowSettingsQuery } from './flow-settings.queries.ts';
import { JsonSection, useJsonDraft } from './json-section.tsx';
import { jsonSectionId, type SectionId, settingsSections } from './settings-sections.ts';
import { SideTabs } from './side-tabs.tsx';
import { useSettingsDrafts } from './use-settings-drafts.ts';

interface ConfigurationDialogProps {
  flowId: string;
  onClose: () => void;
}

/** Everything that can be set about a flow, a section at a time. */
export function ConfigurationDialog({ flowId, onClose }: ConfigurationDialogProps) {
  const t = useTexts(settingsTexts);
  const { data, error, refetch } = useQuery({ ...flowSettingsQuery(flowId), staleTime: 0, gcTime: 0 });
  if (data) return <LoadedConfiguration flowId={flowId} loaded={data} onClose={onClose} />;
  return (
    <Dialog isOpen title={t('title')} width={1000} onClose={onClose}>
      {error ? (
        <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonList shape="rows" count={5} />
      )}
    </Dialog>
  );
}

interface LoadedProps extends ConfigurationDialogProps {
  loaded: FlowSettings;
}

function LoadedConfiguration({ flowId, loaded, onClose }: LoadedProps) {
  const t = useTexts(settingsTexts);
  const sections = useMemo(
    () => settingsSections.map((section) => ({ ...section, title: t(section.id) })),
    [t],
  );
  const drafts = useSettingsDrafts(flowId, loaded, sections);
  const json = useJsonDraft(drafts, t('json'));
  const [shownId, setShownId] = useState<SectionId | typeof jsonSectionId>(sections[0]?.id ?? jsonSectionId);
  const shown = sections.find(({ id }) => id === shownId);
  const dirty = [
    ...sections.filter((section) => drafts.isDirty(section)).map(({ title }) => title),
    ...(json.isDirty ? [t('json')] : []),
  ];
  const close = async () => {
    if (await mayLeave(dirty, t)) onClose();
  };
  const isShownDirty = shown ? drafts.isDirty(shown) : json.isDirty;
  return (
    <Dialog
      isOpen
      title={t('title')}
      width={1000}
      isBusy={drafts.isSaving}
      onClose={() => void close()}
      actions={
        <Foot
          failure={shown ? drafts.failure : json.problem || drafts.failure}
          isDirty={isShownDirty}
          isSaving={drafts.isSaving}
          onDiscard={() => {
            if (shown) drafts.discard(shown);
            else json.discard();
            document.querySelector<HTMLElement>('#settings-panel')?.focus();
          }}
          onSave={() => void (shown ? drafts.save(shown).then(focusFirstProblem) : json.save())}
        />
      }
    >
      <div className={styles['frame']}>
        <SideTabs
          idStem="settings"
          label={t('sections')}
          value={shownId}
          onChange={(id) => {
            setShownId(id);
            drafts.forgetProblems();
          }}
          tabs={[...sections, { id: jsonSectionId, title: t('json') } as const].map(({ id, title }) => ({
            id,
            label: title,
            mark: dirty.includes(title) && <UnsavedMark />,
          }))}
        />
        <div
          key={shownId}
          id="settings-panel"
          role="tabpanel"
          tabIndex={-1}
          aria-labelledby={`settings-tab-${shownId}`}
          className={styles['panel']}
        >
          <div className={styles['head']}>
            <h3>{shown?.title ?? t('json')}</h3>
            <p>{t(`${shownId}Help`)}</p>
          </div>
          {shown ? <shown.Form form={drafts.form} /> : <JsonSection draft={json} />}
        </div>
      </div>
    </Dialog>
  );
}

type Say = ReturnType<
  typeof useTexts<typeof settingsTexts extends { readonly keys?: infer K extends string } ? K : never>
>;

async function mayLeave(unsaved: readonly string[], t: Say): Promise<boolean> {
  if (unsaved.length === 0) return true;
  return confirm({
    title: t('leaveTitle'),
    description: t('leaveQuestion', { sections: unsaved.join(', ') }),
    confirmText: t('leaveConfirm'),
    cancelText: t('leaveCancel'),
    isDanger: true,
  });
}

function UnsavedMark() {
  const t = useTexts(settingsTexts);
  return (
    <i className={styles['dot']} title={t('unsavedHelp')}>
      <span className="visually-hidden">({t('unsaved')})</span>
    </i>
  );
}

interface FootProps {
  failure: string;
  isDirty: boolean;
  isSaving: boolean;
  onDiscard: () => void;
  onSave: () => void;
}

function Foot({ failure, isDirty, isSaving, onDiscard, onSave }: FootProps) {
  const t = useTexts(settingsTexts);
  const words = failure || t(isDirty ? 'unsavedHelp' : 'allSaved');
  return (
    <>
      <p
        className={styles['state']}
        role={failure ? 'alert' : 'status'}
        data-failed={failure !== '' || undefined}
      >
        {words}
      </p>
      {isDirty && (
        <Button look="quiet" disabled={isSaving} onClick={onDiscard}>
          {t('discard')}
        </Button>
      )}
      {/* It stays focusable: a disabled button would take the focus, and with it Esc, away from the dialog. */}
      <Button
        look="primary"
        isBusy={isSaving}
        aria-disabled={!isDirty || undefined}
        onClick={() => isDirty && onSave()}
      >
        {t('save')}
      </Button>
    </>
  );
}

/** Brings the first field at fault into sight once it is drawn as such. */
function focusFirstProblem(isSaved: boolean): void {
  if (isSaved) return;
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('#settings-panel [aria-invalid="true"]')?.focus();
  });
}
