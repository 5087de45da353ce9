import { useQuery } from '@tanstack/react-query';
import type { StoreLoader } from '@tendril/contract/api/document-stores';
import type { Answer } from '@tendril/contract/api/endpoint';
import type { readSourceSync, SourceSync } from '@tendril/contract/api/source-sync';
import { useState } from 'react';
import { useMay } from '../../../kit/state/permissions-store.ts';
import { knowledgeSourcesTexts } from '../../../kit/texts/en/knowledge-sources.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { PermittedButton } from '../../../kit/ui/permitted-button.tsx';
import { SelectMenu } from '../../../kit/ui/select-menu.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { SwitchField } from '../../../kit/ui/switch.tsx';
import { HeldFiles } from './held-files.tsx';
import { SkippedFiles } from './skipped-files.tsx';
import { type SyncChanges, sourceSyncQuery, useSyncChanges } from './source-sync.queries.ts';
import styles from './sync-dialog.module.css';
import { SyncFacts } from './sync-facts.tsx';
import { syncSchedules } from './sync-schedules.ts';
import { SyncWebhook } from './sync-webhook.tsx';

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** How a source is kept in step: when, what the last sync did, what waits for a decision. */
export function SyncDialog({ loader, onClose }: { loader: StoreLoader; onClose: () => void }) {
  const t = useTexts(knowledgeSourcesTexts);
  const { data, error, refetch } = useQuery(sourceSyncQuery(loader.id));
  const changes = useSyncChanges(loader.id);
  return (
    <Dialog
      isOpen
      title={t('title', { name: loader.loaderName })}
      width={680}
      guide="sync"
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {error && !data && <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonList count={3} />}
      {data && !data.isPossible && <p>{t('impossible')}</p>}
      {data?.isPossible && !data.sync && <Beginning access={data.access} changes={changes} />}
      {data?.sync && <KeptSource sync={data.sync} access={data.access} changes={changes} />}
    </Dialog>
  );
}

type AccessOfSource = Answer<typeof readSourceSync>['access'];

interface BeginningProps {
  access: AccessOfSource;
  changes: SyncChanges;
}

function Beginning({ access, changes: { save } }: BeginningProps) {
  const t = useTexts(knowledgeSourcesTexts);
  const [takesAccess, setTakesAccess] = useState(false);
  const rules = { cron: '', timezone: zone(), isPaused: false };
  return (
    <div className={styles['stack']}>
      <p>{t('notYet')}</p>
      <p className={styles['soft']}>{t('notYetHelp')}</p>
      {access === 'offered' && (
        <SwitchField
          label={t('takeAccess')}
          hint={t('takeAccessHelp')}
          isOn={takesAccess}
          onChange={setTakesAccess}
        />
      )}
      {access === 'taken' && <p className={styles['soft']}>{t('accessTaken')}</p>}
      <div>
        <PermittedButton
          needs="knowledge:edit"
          look="primary"
          isBusy={save.isPending}
          onClick={() => save.mutate({ ...rules, ...(takesAccess && { takesAccess }) })}
        >
          {t('begin')}
        </PermittedButton>
      </div>
      {save.error && <p role="alert">{save.error.message}</p>}
    </div>
  );
}

interface KeptSourceProps {
  sync: SourceSync;
  access: AccessOfSource;
  changes: SyncChanges;
}

function KeptSource({ sync, access, changes }: KeptSourceProps) {
  const t = useTexts(knowledgeSourcesTexts);
  const mayEdit = useMay('knowledge:edit');
  const failure = [changes.save, changes.run, changes.decide, changes.end].find(({ error }) => error)?.error;
  return (
    <div className={styles['stack']}>
      {sync.held && <HeldFiles held={sync.held} isBusy={sync.job !== null} decide={changes.decide} />}
      <SyncFacts sync={sync} />
      <div className={styles['row']}>
        <Schedule sync={sync} changes={changes} />
        <PermittedButton
          needs="knowledge:edit"
          look="primary"
          isBusy={changes.run.isPending || sync.job !== null}
          onClick={() => changes.run.mutate()}
        >
          {t('runNow')}
        </PermittedButton>
        <PermittedButton
          needs="knowledge:edit"
          onClick={() => changes.save.mutate({ ...rulesOf(sync), isPaused: !sync.isPaused })}
        >
          {t(sync.isPaused ? 'resume' : 'pause')}
        </PermittedButton>
        <PermittedButton needs="knowledge:edit" look="quiet" onClick={() => changes.end.mutate()}>
          {t('stop')}
        </PermittedButton>
      </div>
      {failure && <p role="alert">{failure.message}</p>}
      {access === 'offered' && mayEdit && (
        <SwitchField
          label={t('takeAccess')}
          hint={t('takeAccessHelp')}
          isOn={changes.save.variables?.takesAccess === true && changes.save.isPending}
          onChange={() => changes.save.mutate({ ...rulesOf(sync), takesAccess: true })}
        />
      )}
      {access === 'taken' && <p className={styles['soft']}>{t('accessTaken')}</p>}
      <SyncWebhook sync={sync} renew={changes.renew} />
      {sync.counts.skipped > 0 && <SkippedFiles loaderId={sync.loaderId} />}
    </div>
  );
}

const rulesOf = ({ cron, timezone, isPaused }: SourceSync) => ({ cron, timezone, isPaused });

function Schedule({ sync, changes }: { sync: SourceSync; changes: SyncChanges }) {
  const t = useTexts(knowledgeSourcesTexts);
  const known: { value: string; label: string }[] = syncSchedules.map(({ cron, label }) => ({
    value: cron,
    label: t(label),
  }));
  const isKnown = known.some(({ value }) => value === sync.cron);
  const options = isKnown ? known : [...known, { value: sync.cron, label: t('custom', { cron: sync.cron }) }];
  return (
    <SelectMenu
      label={t('schedule')}
      options={options}
      value={sync.cron}
      onChange={(cron) => changes.save.mutate({ ...rulesOf(sync), cron, timezone: zone() })}
    />
  );
}
