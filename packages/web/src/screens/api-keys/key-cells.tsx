import type { ApiKey } from '@tendril/contract/api/api-keys';
import { ClockAlert, Timer } from 'lucide-react';
import { Age } from '../../kit/lists/age.tsx';
import listStyles from '../../kit/lists/list-table.module.css';
import { apiKeysTexts } from '../../kit/texts/en/api-keys.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Chip } from '../../kit/ui/chip.tsx';
import { StatusChip } from '../../kit/ui/status-chip.tsx';

const soonMs = 7 * 86_400_000;
const mostChips = 2;

/** What a key may do. */
export function KeyScope({ apiKey: { scope, scopeFlows, permissions } }: { apiKey: ApiKey }) {
  const t = useTexts(apiKeysTexts);
  if (scope === 'full') return <Chip label={t('all')} />;
  if (scope === 'read') return <Chip label={t('readOnly')} />;
  if (scope === 'credentials') return <Chip label={t('scopeSecrets')} />;
  if (scope === 'custom') return <Chip label={t('permissionCount', { count: permissions.length })} />;
  if (scopeFlows.length === 0) return <Chip label={t('noFlowLeft')} />;
  const more = scopeFlows.length - mostChips;
  return (
    <span className={listStyles['chips']} title={scopeFlows.map(({ flowName }) => flowName).join(', ')}>
      {scopeFlows.slice(0, mostChips).map(({ id, flowName }) => (
        <Chip key={id} label={flowName} />
      ))}
      {more > 0 && <Chip label={t('moreFlows', { count: more })} />}
    </span>
  );
}

/** When a key ends, marked from a week before; one whose maker was removed has ended. */
export function KeyExpiry({ apiKey: { expiresAt: at, endedAt } }: { apiKey: ApiKey }) {
  const t = useTexts(apiKeysTexts);
  if (endedAt !== null)
    return <StatusChip tone="error" Icon={ClockAlert} label={t('ended')} remark={t('endedWhy')} />;
  if (at === null) return <span className={listStyles['quiet']}>{t('never')}</span>;
  const day = new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  const left = at - Date.now();
  if (left <= 0) return <StatusChip tone="error" Icon={ClockAlert} label={t('expired')} remark={day} />;
  if (left < soonMs) return <StatusChip tone="warning" Icon={Timer} label={t('expiresSoon')} remark={day} />;
  return <time dateTime={new Date(at).toISOString()}>{day}</time>;
}

/** When a key was made, and by whom. */
export function KeyMaker({ apiKey: { createdAt, createdByName } }: { apiKey: ApiKey }) {
  const t = useTexts(apiKeysTexts);
  return (
    <>
      <Age at={createdAt} />
      {createdByName !== null && (
        <div className={listStyles['quiet']}>{t('createdBy', { name: createdByName })}</div>
      )}
    </>
  );
}
