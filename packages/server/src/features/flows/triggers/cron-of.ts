type Values = Readonly<Record<string, unknown>>;

const at = /^(\d{1,2}):(\d{2})/;

/** The cron expression of a Start node's schedule; what is picked instead of written becomes one. Empty when it is incomplete. */
export function cronOf(values: Values): string {
  if (values['scheduleType'] === 'cronExpression') return textOf(values['scheduleCronExpression']);
  const frequency = values['scheduleFrequency'];
  if (frequency === 'hourly') return `${Number(textOf(values['scheduleOnMinute']) || 0)} * * * *`;
  const [, hour, minute] = at.exec(textOf(values['scheduleOnTime'])) ?? [];
  if (hour === undefined || minute === undefined) return '';
  const time = `${Number(minute)} ${Number(hour)}`;
  if (frequency === 'daily') return `${time} * * *`;
  const picked = listOf(values[frequency === 'weekly' ? 'scheduleOnDayOfWeek' : 'scheduleOnDayOfMonth']);
  if (picked === '') return '';
  if (frequency === 'weekly') return `${time} * * ${picked}`;
  return frequency === 'monthly' ? `${time} ${picked} * *` : '';
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : String(value).trim();

/** Days as pickers store them: a list, its JSON text, or numbers between commas. */
function listOf(value: unknown): string {
  const list = Array.isArray(value)
    ? value
    : textOf(value)
        .replace(/[[\]"\s]/g, '')
        .split(',');
  return list.map(textOf).filter(Boolean).join(',');
}
