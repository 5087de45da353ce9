export type ExpiryChoice = 'never' | '30' | '90' | 'date';

const dayMs = 86_400_000;

/** When a key ends: nothing for never; `undefined` when the chosen day is not to come. The last day counts whole. */
export function expiryOf(choice: ExpiryChoice, date: string, now: number): number | null | undefined {
  if (choice === 'never') return null;
  if (choice !== 'date') return now + Number(choice) * dayMs;
  const [year, month, day] = date.split('-').map(Number);
  if (!year || !month || !day) return undefined;
  const end = new Date(year, month - 1, day + 1).getTime() - 1;
  return end > now ? end : undefined;
}
