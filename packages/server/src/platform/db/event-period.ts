/** The day's sum of the bytes of events stands beside those of runs, behind its own word. */
export const eventPeriod = (day: string): string => `${day} events`;
