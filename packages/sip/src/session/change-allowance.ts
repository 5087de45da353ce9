import { RateAllowance } from '../rate-allowance.ts';

/** How often the other side may change a call: it holds, resumes, speaks another codec. More is no conversation. */
export function changeAllowance(): RateAllowance {
  return new RateAllowance({ perSecond: 0.5, atOnce: 10 });
}
