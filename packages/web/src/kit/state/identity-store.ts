import { create } from 'zustand';

/** What the server demands of the person before it does something. */
type IdentityDemand = 'PROOF_REQUIRED' | 'SECOND_FACTOR_SETUP_REQUIRED';

/** The demands that dialogs show: to set something up may itself take a proof. */
export const useIdentityDemands = create<{ demands: readonly IdentityDemand[] }>(() => ({ demands: [] }));

const waiting = new Map<IdentityDemand, PromiseWithResolvers<boolean>>();

/** Shows what is demanded and waits until it is met or given up; requests that wait at once share one dialog. */
export function meetDemand(demand: IdentityDemand): Promise<boolean> {
  let wait = waiting.get(demand);
  if (!wait) {
    wait = Promise.withResolvers<boolean>();
    waiting.set(demand, wait);
    useIdentityDemands.setState({ demands: [...waiting.keys()] });
  }
  return wait.promise;
}

/** Hides the dialog: the requests that wait are sent again, or refused. */
export function endDemand(demand: IdentityDemand, isMet: boolean): void {
  const wait = waiting.get(demand);
  waiting.delete(demand);
  useIdentityDemands.setState({ demands: [...waiting.keys()] });
  wait?.resolve(isMet);
}

/** The demand that a refusal expresses, if it is one. */
export function demandOf(code: string): IdentityDemand | undefined {
  return code === 'PROOF_REQUIRED' || code === 'SECOND_FACTOR_SETUP_REQUIRED' ? code : undefined;
}
