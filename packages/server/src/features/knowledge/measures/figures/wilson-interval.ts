import type { Estimate } from './estimate.ts';

/** The normal quantile of 97.5 %. */
const z = 1.959964;

/** A share with Wilson's interval, which is right for few questions, and for all or none of them, too. */
export function wilsonInterval(hits: number, count: number): Estimate {
  if (count === 0) return { value: 0, low: 0, high: 1 };
  const share = hits / count;
  const squared = z * z;
  const centre = (share + squared / (2 * count)) / (1 + squared / count);
  const half =
    (z / (1 + squared / count)) * Math.sqrt((share * (1 - share)) / count + squared / (4 * count * count));
  return {
    value: share,
    low: Math.max(0, Math.min(share, centre - half)),
    high: Math.min(1, Math.max(share, centre + half)),
  };
}
