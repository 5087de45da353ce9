import type { FlowNodeData } from '@tendril/contract/flow/flow';
import { ChevronDown, CircleAlert, FlaskConical, KeyRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ActionMenu } from '../../../kit/ui/action-menu.tsx';
import { useProblems } from '../inspect/problems-store.ts';
import { useKeyHelp } from '../inspect/use-key-help.ts';
import { CardIsland } from './card-island.tsx';
import styles from './node-state.module.css';

const CredentialDialog = lazy(() =>
  import('../../../kit/params/credential-dialog.tsx').then((module) => ({
    default: module.CredentialDialog,
  })),
);

/** Shows that a node has no key, and offers to add one or use the demo model. */
function NeedsKey({ id, data }: { id: string; data: FlowNodeData }) {
  const t = useTexts(whyTexts);
  const { kinds, give, swap } = useKeyHelp(id);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <CardIsland>
      <ActionMenu
        label={t('needsKeyOf', { name: data.label })}
        align="start"
        actions={[
          { id: 'key', label: t('addKey'), Icon: KeyRound, onSelect: () => setIsAdding(true) },
          ...(swap ? [{ id: 'demo', label: t('useDemo'), Icon: FlaskConical, onSelect: swap }] : []),
        ]}
        renderButton={({ onClick, ...props }) => (
          <button
            type="button"
            {...props}
            data-tag
            data-mark="key"
            title={t('needsKey')}
            className={`${styles['key']} nodrag`}
            aria-label={t('needsKeyOf', { name: data.label })}
            onClick={onClick}
          >
            <KeyRound size={13} />
            <span>{t('needsKey')}</span>
            <ChevronDown size={13} />
          </button>
        )}
      />
      {isAdding && (
        <Suspense>
          <CredentialDialog
            credentialId=""
            kinds={kinds}
            onClose={() => setIsAdding(false)}
            onStored={(credential) => {
              setIsAdding(false);
              give(credential);
            }}
          />
        </Suspense>
      )}
    </CardIsland>
  );
}

/** What would fail when this node runs: a dot at its corner, and help where its key is missing. */
export function NodeProblemMarks({
  id,
  data,
  isCompact,
}: {
  id: string;
  data: FlowNodeData;
  isCompact: boolean;
}) {
  const t = useTexts(whyTexts);
  const problem = useProblems((problems) => problems.byNode.get(id));
  if (!problem || problem.isWarning) return null;
  return (
    <>
      <span className={styles['dot']} title={problem.message} data-tag>
        <CircleAlert size={16} />
        <span className="visually-hidden">{t('problemOf', { message: problem.message })}</span>
      </span>
      {problem.code === 'CREDENTIAL_MISSING' && !isCompact && <NeedsKey id={id} data={data} />}
    </>
  );
}
