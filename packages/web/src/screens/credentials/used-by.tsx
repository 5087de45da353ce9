import type { CredentialUse } from '@tendril/contract/api/credentials';
import { UsedBy as UsedByList } from '../../kit/lists/used-by.tsx';
import { secretsTexts } from '../../kit/texts/en/secrets.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { pathOfUse } from './path-of-use.ts';

const words = {
  flow: 'flows',
  pipeline: 'pipelines',
  store: 'stores',
  assistant: 'assistants',
  vendorAssistant: 'assistants',
  phoneNumber: 'numbers',
  voiceAgent: 'voiceAgents',
} as const;

/** How many use a secret. */
export function UsedBy({ name, usedBy }: { name: string; usedBy: readonly CredentialUse[] }) {
  const t = useTexts(secretsTexts);
  const kinds = new Set(usedBy.map(({ kind }) => kind));
  const [only = 'flow'] = kinds;
  const isOneKind = kinds.size === 1;
  return (
    <UsedByList
      label={t('usesOf', { name })}
      words={t(isOneKind ? words[only] : 'places', { count: usedBy.length })}
      uses={usedBy.map((use) => ({
        id: `${use.kind} ${use.id}`,
        label: isOneKind ? use.name : `${use.name} · ${t(use.kind)}`,
        path: pathOfUse(use),
      }))}
    />
  );
}
