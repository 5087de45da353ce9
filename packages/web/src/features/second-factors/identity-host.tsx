import { lazy, Suspense } from 'react';
import { endDemand, useIdentityDemands } from '../../kit/state/identity-store.ts';

const ProofDialog = lazy(() =>
  import('./proof-dialog.tsx').then((module) => ({ default: module.ProofDialog })),
);
const TotpDialog = lazy(() => import('./totp-dialog.tsx').then((module) => ({ default: module.TotpDialog })));

/** Shows what the server demands of the person before it goes on. */
export function IdentityHost() {
  const demands = useIdentityDemands((store) => store.demands);
  return (
    <Suspense fallback={null}>
      {demands.includes('SECOND_FACTOR_SETUP_REQUIRED') && (
        <TotpDialog isDemanded onClose={(isMet) => endDemand('SECOND_FACTOR_SETUP_REQUIRED', isMet)} />
      )}
      {demands.includes('PROOF_REQUIRED') && (
        <ProofDialog onClose={(isMet) => endDemand('PROOF_REQUIRED', isMet)} />
      )}
    </Suspense>
  );
}
