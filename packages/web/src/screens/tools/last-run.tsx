import type { StoredToolAnswer } from '@tendril/contract/api/tools';
import { Check, X } from 'lucide-react';
import { shortAge } from '../../kit/lib/short-age.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { StatusChip } from '../../kit/ui/status-chip.tsx';
import styles from './tools.module.css';

/** When a flow last called the tool, and whether that went well. */
export function LastRun({ tool }: { tool: StoredToolAnswer }) {
  const t = useTexts(toolsTexts);
  if (tool.lastRunAt === null) return <span className={styles['never']}>{t('neverRun')}</span>;
  const age = shortAge(tool.lastRunAt).toLowerCase();
  return tool.lastRunFailed ? (
    <StatusChip tone="error" Icon={X} label={t('ranFailed', { age })} />
  ) : (
    <StatusChip tone="success" Icon={Check} label={t('ranAgo', { age })} />
  );
}
