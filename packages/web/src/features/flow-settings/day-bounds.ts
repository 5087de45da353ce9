/** The moments between which a list of days lies, in the person's own time zone; an open end is left out. */
export function dayBounds(from: string, to: string): { startDate?: string; endDate?: string } {
  return {
    ...(from !== '' && { startDate: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to !== '' && { endDate: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}

/** Whether the end lies before the beginning. */
export function isWrongOrder(from: string, to: string): boolean {
  return from !== '' && to !== '' && to < from;
}
