import type { listAudit } from '@tendril/contract/api/audit';
import type { Answer } from '@tendril/contract/api/endpoint';
import { SelectField } from '../../kit/params/select-field.tsx';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { SearchField } from '../../kit/ui/search-field.tsx';
import type { AuditFilter } from './audit.queries.ts';
import { actorChoice } from './audit-words.ts';
import styles from './workspace.module.css';

const dayMs = 86_400_000;
const periods = [
  { ms: dayMs, text: 'lastDay' },
  { ms: 7 * dayMs, text: 'lastWeek' },
  { ms: 30 * dayMs, text: 'lastMonth' },
] as const;

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
  /** The filter options, once the log is loaded. */
  known: Pick<Answer<typeof listAudit>, 'areas' | 'actors'> | undefined;
}

/** What of the log is shown: words, a person or key, an area, a period. */
export function AuditFilters({ filter, onChange, known }: AuditFiltersProps) {
  const t = useTexts(workspaceTexts);
  return (
    <>
      <SearchField
        label={t('searchAudit')}
        value={filter.search}
        onChange={(search) => onChange({ ...filter, search })}
      />
      <div className={styles['choices']}>
        <SelectField
          label={t('who')}
          value={filter.actor}
          options={(known?.actors ?? []).map((actor) => ({ name: actor.value, label: actorChoice(actor) }))}
          emptyLabel={t('everybody')}
          canBeEmpty
          onChange={(actor) => onChange({ ...filter, actor })}
        />
        <SelectField
          label={t('area')}
          value={filter.area}
          options={(known?.areas ?? []).map((area) => ({ name: area, label: area }))}
          emptyLabel={t('allAreas')}
          canBeEmpty
          onChange={(area) => onChange({ ...filter, area })}
        />
        <SelectField
          label={t('period')}
          value={filter.sinceMs === 0 ? '' : String(filter.sinceMs)}
          options={periods.map(({ ms, text }) => ({ name: String(ms), label: t(text) }))}
          emptyLabel={t('allTime')}
          canBeEmpty
          onChange={(ms) => onChange({ ...filter, sinceMs: Number(ms) })}
        />
      </div>
    </>
  );
}
