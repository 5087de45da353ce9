const suffixes = ['', 'k', 'M', 'G', 'T', 'P', 'E'];

/** A count as "1.2k": suffixes k to E, at most one decimal. */
export function countSuffix(count: number): string {
  let step = 0;
  let amount = Math.abs(count);
  // 999.96 would read "1000k": roundings that reach the next step climb it.
  while (Number(amount.toFixed(1)) >= 1000 && step < suffixes.length - 1) {
    amount /= 1000;
    step += 1;
  }
  const rounded = amount.toLocaleString('en-US', { maximumFractionDigits: 1 });
  return `${count < 0 ? '-' : ''}${rounded}${suffixes[step]}`;
}
