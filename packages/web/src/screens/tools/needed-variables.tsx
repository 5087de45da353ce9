import type { NeededVariable } from '@tendril/contract/api/tool-imports';
import { Check, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { StatusChip } from '../../kit/ui/status-chip.tsx';
import styles from './import-dialog.module.css';

/** The Config variables that generated code reads, and whether they are there. */
export function NeededVariables({ variables }: { variables: readonly NeededVariable[] }) {
  const t = useTexts(toolsTexts);
  if (variables.length === 0) return null;
  return (
    <div className={styles['needed']}>
      <b>{t('needsVariables')}</b>
      <ul>
        {variables.map(({ name, isThere }) => (
          <li key={name}>
            <code>{name}</code>
            {isThere ? (
              <StatusChip tone="success" Icon={Check} label={t('variableThere')} />
            ) : (
              <StatusChip tone="warning" Icon={TriangleAlert} label={t('variableMissing')} />
            )}
          </li>
        ))}
      </ul>
      <p>
        {t('secretsNotKept')}{' '}
        <Link to="/variables" target="_blank">
          {t('openConfig')}
        </Link>
      </p>
    </div>
  );
}
