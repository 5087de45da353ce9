import { useQuery } from '@tanstack/react-query';
import { readCredential } from '@tendril/contract/api/credentials';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { type CredentialKind, credentialKindsQuery } from '../api/credentials.queries.ts';
import { secretsTexts } from '../texts/en/secrets.ts';
import { useTexts } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { SkeletonList } from '../ui/skeleton-list.tsx';
import { CredentialForm } from './credential-form.tsx';
import { CredentialKindGrid } from './credential-kind-grid.tsx';
import type { CredentialMode } from './credential-values.ts';
import { StepMarks } from './step-marks.tsx';

interface CredentialDialogProps {
  /** '' for a new one. */
  credentialId: string;
  /** The types to choose from; all if absent. */
  kinds?: readonly string[];
  /** For a stored secret: replaces its values. */
  isReplacing?: boolean;
  onClose: () => void;
  onStored: (credentialId: string) => void;
}

/** Makes a secret, or changes a stored one; the same on the list of secrets and on the canvas. */
export function CredentialDialog(props: CredentialDialogProps) {
  return props.credentialId === '' ? <NewCredential {...props} /> : <KeptCredential {...props} />;
}

const nothing = { id: '', name: '', values: {} };

function NewCredential({ kinds, onClose, onStored }: CredentialDialogProps) {
  const t = useTexts(secretsTexts);
  const all = useQuery(credentialKindsQuery);
  const [chosen, setChosen] = useState<CredentialKind | null>(null);
  const offered = all.data?.filter((kind) => kinds === undefined || kinds.includes(kind.name));
  const only = offered?.length === 1 ? offered[0] : undefined;
  const kind = only ?? chosen;
  if (kind) {
    const back = only ? undefined : () => setChosen(null);
    return (
      <CredentialForm
        kind={kind}
        stored={nothing}
        mode="new"
        onBack={back}
        onClose={onClose}
        onStored={onStored}
      />
    );
  }
  return (
    <Dialog isOpen title={t('add')} width={720} step={<StepMarks step={1} />} onClose={onClose}>
      {offered && <CredentialKindGrid kinds={offered} onChoose={setChosen} />}
      {all.isPending && <SkeletonList shape="rows" count={3} />}
      {all.isError && <ErrorState title={t('formFailed')} error={all.error} onRetry={() => all.refetch()} />}
    </Dialog>
  );
}

function KeptCredential({ credentialId, isReplacing, onClose, onStored }: CredentialDialogProps) {
  const t = useTexts(secretsTexts);
  const all = useQuery(credentialKindsQuery);
  const stored = useQuery({
    queryKey: ['credential', credentialId],
    queryFn: ({ signal }) => call(readCredential, { params: { id: credentialId }, signal }),
    staleTime: 0,
    gcTime: 0,
    // Text being typed must not be overwritten.
    refetchOnWindowFocus: false,
  });
  const mode: CredentialMode = isReplacing ? 'replace' : 'edit';
  const kind = all.data?.find(({ name }) => name === stored.data?.credentialName);
  if (kind && stored.data) {
    const { id, name, plainDataObj } = stored.data;
    const first = { id, name, values: plainDataObj };
    return <CredentialForm kind={kind} stored={first} mode={mode} onClose={onClose} onStored={onStored} />;
  }
  const error = all.error ?? stored.error;
  const retry = () => {
    void all.refetch();
    void stored.refetch();
  };
  return (
    <Dialog isOpen title={t(isReplacing ? 'replaceTitle' : 'editTitle')} width={560} onClose={onClose}>
      {error && <ErrorState title={t('formFailed')} error={error} onRetry={retry} />}
      {!error && (all.isPending || stored.isPending) && <SkeletonList shape="rows" count={3} />}
      {!error && all.data && stored.data && <p>{t('unknownKind', { kind: stored.data.credentialName })}</p>}
    </Dialog>
  );
}
