/** Schedules that can be picked by their names; any other is shown as it is written. */
export const syncSchedules = [
  { cron: '', label: 'byHand' },
  { cron: '0 * * * *', label: 'hourly' },
  { cron: '0 6 * * *', label: 'daily' },
  { cron: '0 6 * * 1', label: 'weekly' },
] as const;
