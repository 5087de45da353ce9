const cents = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const fractions = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const leastUsd = 0.0001;

/** An amount of US dollars, short and never rounded to nothing: "$0", "< $0.0001", "$0.0002", "$0.31", "$1,204.50". */
export function dollarsText(usd: number): string {
  if (usd <= 0) return '$0';
  if (usd < leastUsd) return `< $${leastUsd}`;
  return `$${(usd < 1 ? fractions : cents).format(usd)}`;
}
