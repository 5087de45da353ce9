import { useQuery } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { SelectField } from '../../kit/params/select-field.tsx';
import { messagesTexts } from '../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { SearchField } from '../../kit/ui/search-field.tsx';
import { DateField } from './date-field.tsx';
import { isWrongOrder } from './day-bounds.ts';
import type { MessageFilter } from './message-filter.ts';
import { statsQuery } from './messages.queries.ts';
import styles from './messages-dialog.module.css';
import records from './records.module.css';
import type { MessageActions } from './use-message-actions.ts';

interface MessageFiltersProps {
  flowId: string;
  filter: MessageFilter;
  onChange: (filter: MessageFilter) => void;
  actions: MessageActions;
  /** Conversations that fit. */
  total: number;
}

const oneOf = <V extends string>(value: string, values: readonly V[]): V | '' =>
  values.find((one) => one === value) ?? '';

/** The row of filters, the acts on what they show, and four counts. */
export function MessageFilters({ flowId, filter, onChange, actions, total }: MessageFiltersProps) {
  const t = useTexts(messagesTexts);
  const isWrong = isWrongOrder(filter.from, filter.to);
  const change = (changes: Partial<MessageFilter>) => onChange({ ...filter, ...changes });
  return (
    <>
      <div className={records['tools']}>
        <DateField
          label={t('from')}
          value={filter.from}
          isWrong={isWrong}
          onChange={(from) => change({ from })}
        />
        <DateField label={t('to')} value={filter.to} isWrong={isWrong} onChange={(to) => change({ to })} />
        <Choice
          label={t('source')}
          value={filter.chatType}
          options={[
            { name: 'INTERNAL', label: t('sourceUi') },
            { name: 'EXTERNAL', label: t('sourceApi') },
          ]}
          emptyLabel={t('allSources')}
          onChange={(value) => change({ chatType: oneOf(value, ['INTERNAL', 'EXTERNAL'] as const) })}
        />
        <Choice
          label={t('feedback')}
          value={filter.feedbackType}
          options={[
            { name: 'THUMBS_UP', label: t('up') },
            { name: 'THUMBS_DOWN', label: t('down') },
          ]}
          emptyLabel={t('allFeedback')}
          onChange={(value) => change({ feedbackType: oneOf(value, ['THUMBS_UP', 'THUMBS_DOWN'] as const) })}
        />
        <SearchField label={t('search')} value={filter.search} onChange={(search) => change({ search })} />
        <div className={records['end']}>
          <Button
            icon={<Download size={16} />}
            disabled={total === 0}
            isBusy={actions.isExporting}
            onClick={() => void actions.exportAll()}
          >
            {t('export')}
          </Button>
          <Button
            icon={<Trash2 size={16} />}
            disabled={total === 0}
            isBusy={actions.isRemoving}
            onClick={() => void actions.removeAll()}
          >
            {t('deleteAll')}
          </Button>
        </div>
        {isWrong && (
          <p className={records['problem']} role="alert">
            {t('wrongOrder')}
          </p>
        )}
      </div>
      <Stats flowId={flowId} filter={filter} />
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { name: string; label: string }[];
  emptyLabel: string;
  onChange: (value: string) => void;
}

function Choice({ label, ...rest }: ChoiceProps) {
  const id = useId();
  return (
    <div className={styles['choice']}>
      <label htmlFor={id}>{label}</label>
      <SelectField id={id} canBeEmpty {...rest} />
    </div>
  );
}

function Stats({ flowId, filter }: { flowId: string; filter: MessageFilter }) {
  const t = useTexts(messagesTexts);
  const { data } = useQuery(statsQuery(flowId, filter));
  const { totalSessions, totalMessages, totalFeedback = 0, positiveFeedback = 0 } = data ?? {};
  const share = totalFeedback === 0 ? '–' : `${Math.round((positiveFeedback / totalFeedback) * 100)} %`;
  const cards = [
    { label: t('totalSessions'), value: totalSessions },
    { label: t('totalMessages'), value: totalMessages },
    { label: t('totalFeedback'), value: data && totalFeedback },
    { label: t('positiveFeedback'), value: data && share },
  ];
  return (
    <dl className={styles['stats']}>
      {cards.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ?? '…'}</dd>
        </div>
      ))}
    </dl>
  );
}
