import type { CredentialUse } from '@tendril/contract/api/credentials';
import { useNavigate } from 'react-router';
import { secretsTexts } from '../../kit/texts/en/secrets.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu } from '../../kit/ui/action-menu.tsx';
import { pathOfUse } from './path-of-use.ts';
import styles from './secret-table.module.css';

const words = {
  flow: 'flows',
  pipeline: 'pipelines',
  store: 'stores',
  assistant: 'assistants',
  vendorAssistant: 'assistants',
  phoneNumber: 'numbers',
  voiceAgent: 'voiceAgents',
} as const;

/** How many use a secret; a click lists them, and each entry leads there. */
export function UsedBy({ name, usedBy }: { name: string; usedBy: readonly CredentialUse[] }) {
  const t = useTexts(secretsTexts);
  const navigate = useNavigate();
  const kinds = new Set(usedBy.map(({ kind }) => kind));
  const [only] = kinds;
  if (only === undefined) return <span className={styles['none']}>{t('notUsed')}</span>;
  const count = t(kinds.size === 1 ? words[only] : 'places', { count: usedBy.length });
  return (
    <ActionMenu
      label={t('usesOf', { name })}
      align="start"
      actions={usedBy.map((use) => ({
        id: `${use.kind} ${use.id}`,
        label: kinds.size === 1 ? use.name : `${use.name} · ${t(use.kind)}`,
        onSelect: () => navigate(pathOfUse(use)),
      }))}
      renderButton={(props) => (
        <button type="button" {...props} className={styles['uses']}>
          {count}
        </button>
      )}
    />
  );
}
