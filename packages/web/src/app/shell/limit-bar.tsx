import { useQuery } from '@tanstack/react-query';
import { Gauge } from 'lucide-react';
import { limitWords } from '../../features/workspace/limit-values.ts';
import { nearLimitsQuery } from '../../features/workspace/limits.queries.ts';
import { openWorkspace } from '../../features/workspace/workspace-store.ts';
import { useIsPermitted } from '../../kit/state/permissions-store.ts';
import { shellTexts } from '../../kit/texts/en/shell.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './limit-bar.module.css';
import { useLimitNotices } from './use-limit-notices.ts';

/** Warns those who may see limits while the workspace has used four fifths of one. */
export function LimitBar() {
  const t = useTexts(shellTexts);
  const words = useTexts(workspaceTexts);
  const mayRead = useIsPermitted('limits:read');
  const { data } = useQuery({ ...nearLimitsQuery, enabled: mayRead });
  const units = { megabytes: words('megabytes'), minutes: words('minutes') };
  useLimitNotices(mayRead ? data?.data : undefined);
  // The fullest says enough: the others are one click away.
  const fullest = data?.data.toSorted((a, b) => b.used / b.value - a.used / a.value)[0];
  return (
    <div role="status">
      {mayRead && fullest && (
        <p className={styles['bar']} data-full={fullest.used >= fullest.value || undefined}>
          <Gauge size={16} />
          <span>
            {t(fullest.used >= fullest.value ? 'limitReached' : 'limitNear', {
              name: words(fullest.name),
              used: limitWords(fullest, fullest.used, units),
              value: limitWords(fullest, fullest.value, units),
            })}
          </span>
          <button type="button" className={styles['act']} onClick={() => openWorkspace('limits')}>
            {t('seeLimits')}
          </button>
        </p>
      )}
    </div>
  );
}
