import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { SelectField } from '../../kit/params/select-field.tsx';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './new-agent-dialog.module.css';
import { answeringFlowsQuery } from './voice-agents.queries.ts';

interface FlowChoiceProps {
  flowId: string;
  onChange: (flowId: string) => void;
  error: string | undefined;
}

/** The flow or pipeline that answers callers. */
export function FlowChoice({ flowId, onChange, error }: FlowChoiceProps) {
  const t = useTexts(voiceAgentsTexts);
  const id = useId();
  const flows = useQuery(answeringFlowsQuery);
  if (flows.isError)
    return <p className={styles['problem']}>{t('flowsFailed', { reason: toMessage(flows.error) })}</p>;
  if (flows.data?.length === 0) return <p className={styles['help']}>{t('noFlows')}</p>;
  return (
    <div className={styles['flow']}>
      <label htmlFor={id} className={styles['label']}>
        {t('flow')}
      </label>
      <SelectField
        id={id}
        value={flowId}
        options={(flows.data ?? []).map((flow) => ({ name: flow.id, label: flow.name }))}
        emptyLabel={t('chooseFlow')}
        canBeEmpty
        onChange={onChange}
      />
      {error && (
        <small role="alert" className={styles['problem']}>
          {error}
        </small>
      )}
    </div>
  );
}
