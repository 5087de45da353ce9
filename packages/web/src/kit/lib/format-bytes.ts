const units = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];

/** A file size as "1.18 MB": steps of 1024, at most two decimals. */
export function formatBytes(bytes: number): string {
  let step = 0;
  let amount = Math.max(0, bytes);
  while (amount >= 1024 && step < units.length - 1) {
    amount /= 1024;
    step += 1;
  }
  // 1023.996 KB would read "1,024 KB".
  if (Number(amount.toFixed(2)) >= 1024 && step < units.length - 1) {
    amount /= 1024;
    step += 1;
  }
  return `${amount.toLocaleString('en-US', { maximumFractionDigits: 2 })} ${units[step]}`;
}
