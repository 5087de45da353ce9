const dayMs = 86_400_000;
/** Day 0 of Excel's calendar, which counts a 29 February 1900 that never was. */
const firstDay = Date.UTC(1899, 11, 30);
const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** Whether a number format shows a date. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (builtInDates.has(id)) return true;
  return /[ymdh]/i.test((code ?? '').replace(/"[^"]*"|\[[^[\]]*\]|\\./g, ''));
}

/** The date of a serial number: "2026-03-01", with the time where it has one; the number itself where it is none. */
export function sheetDate(serial: number): string {
  const date = new Date(firstDay + Math.round(serial * 86_400) * 1000);
  if (!Number.isFinite(serial) || Math.abs(serial) * dayMs > 8e15 || Number.isNaN(date.getTime()))
    return String(serial);
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}
