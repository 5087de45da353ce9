import { useQuery } from '@tanstack/react-query';
import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { readPhoneNumber } from '@tendril/contract/voice/phone-number';
import { useId, useState } from 'react';
import { useUpdateNumber } from '../../../features/phone/numbers.queries.ts';
import { voiceAgentsQuery } from '../../../features/voice-agent/agent.queries.ts';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { notify } from '../../../kit/state/notifier-store.ts';
import { deploymentTexts } from '../../../kit/texts/en/deployment.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Field } from '../../../kit/ui/field.tsx';
import { Segmented } from '../../../kit/ui/segmented.tsx';
import { agentVersionsQuery } from '../versions/agent-versions.queries.ts';
import styles from './deployment.module.css';
import { type Direction, shareField } from './number-leads.ts';

interface AssignFormProps {
  records: readonly AssistantPhoneNumber[];
  agentId: string;
  agentName: string;
  nameOf: (record: AssistantPhoneNumber) => string;
}

/** Lets a number lead to the agent; says first to whom it leads now. */
export function AssignForm({ records, agentId, agentName, nameOf }: AssignFormProps) {
  const t = useTexts(deploymentTexts);
  const numberId = useId();
  const [chosen, setChosen] = useState('');
  const [direction, setDirection] = useState<Direction>('inbound');
  const [versionId, setVersionId] = useState('');
  const update = useUpdateNumber();
  const record = records.find(({ id }) => id === chosen);
  const present = useLeadNow(record, direction, agentId, versionId);
  const assign = () => {
    if (!record) return;
    const share = { agentId, versionId: versionId || null, weight: 1 };
    update.mutate(
      { id: record.id, body: { [shareField[direction]]: [share] } },
      {
        onSuccess: () => {
          notify(t('assigned', { number: nameOf(record), agent: agentName }), 'success');
          setChosen('');
        },
      },
    );
  };
  return (
    <section className={styles['part']} aria-label={t('assign')}>
      <h3>{t('assign')}</h3>
      <div className={styles['assign']}>
        <Field label={t('number')} htmlFor={numberId}>
          <SelectField
            id={numberId}
            value={chosen}
            options={records.map((one) => ({ name: one.id, label: nameOf(one) }))}
            emptyLabel={t('chooseNumber')}
            canBeEmpty={false}
            onChange={setChosen}
          />
        </Field>
        <Field label={t('direction')}>
          <Segmented
            label={t('direction')}
            segments={(['inbound', 'outbound'] as const).map((value) => ({ value, label: t(value) }))}
            value={direction}
            onChange={setDirection}
          />
        </Field>
        <VersionField agentId={agentId} value={versionId} onChange={setVersionId} />
        <Button
          isBusy={update.isPending}
          disabled={!record || present === 'own'}
          className={styles['act']}
          onClick={assign}
        >
          {t('assignIt')}
        </Button>
      </div>
      <p className={styles['hint']} role="status">
        {present === 'own'
          ? t('isOwn')
          : present === ''
            ? record
              ? t('isFree')
              : t(`${direction}Help`)
            : t('isTaken', { agents: present })}
      </p>
      {update.error && (
        <p role="alert" className={styles['error']}>
          {toMessage(update.error)}
        </p>
      )}
    </section>
  );
}

/** To whom a number leads now, by name: '' for nobody, 'own' for this agent in this version alone. */
function useLeadNow(
  record: AssistantPhoneNumber | undefined,
  direction: Direction,
  agentId: string,
  versionId: string,
): string {
  const t = useTexts(deploymentTexts);
  const { data: agents = [] } = useQuery(voiceAgentsQuery);
  if (!record) return '';
  const shares = readPhoneNumber(record)[shareField[direction]];
  const [only] = shares;
  if (shares.length === 1 && only?.agentId === agentId && (only.versionId ?? '') === versionId) return 'own';
  const names = shares.map(
    (share) => agents.find(({ id }) => id === share.agentId)?.agentName ?? t('deletedAgent'),
  );
  return [...new Set(names)].join(', ');
}

interface VersionFieldProps {
  agentId: string;
  value: string;
  onChange: (versionId: string) => void;
}

function VersionField({ agentId, value, onChange }: VersionFieldProps) {
  const t = useTexts(deploymentTexts);
  const id = useId();
  const { data } = useQuery(agentVersionsQuery(agentId));
  const published = data?.data.filter(({ kind }) => kind === 'published') ?? [];
  return (
    <Field label={t('versionLabel')} htmlFor={id}>
      <SelectField
        id={id}
        value={value}
        options={published.map(({ id: name, number }) => ({ name, label: t('version', { number }) }))}
        emptyLabel={t(published.length > 0 ? 'live' : 'liveDraft')}
        canBeEmpty
        onChange={onChange}
      />
    </Field>
  );
}
