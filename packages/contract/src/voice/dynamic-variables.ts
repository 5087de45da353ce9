const place = /\{\{\s*([A-Za-z_][\w.\-/]*)\s*\}\}/g;

/** Names of the `{{placeholders}}` of a text, once each, in order of first appearance. */
export function dynamicVariableNames(text: string): string[] {
  return [...new Set([...text.matchAll(place)].map((match) => match[1] ?? ''))];
}

/**
 * Fills `{{placeholders}}`. A value is inserted verbatim: placeholders inside it stay literal. A placeholder without a
 * value stays as it was written, as in Retell.
 */
export function fillDynamicVariables(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(place, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
  );
}

/** What the built-in variables are computed from. */
export interface CallFacts {
  callId: string;
  sessionType: 'voice' | 'text';
  direction: 'inbound' | 'outbound';
  agentNumber: string;
  userNumber: string;
  /** IANA name. */
  timezone: string;
  now: Date;
  /** When the call began; absent before that. */
  startedAt?: number;
}

const longForm = { dateStyle: 'full', timeStyle: 'long' } as const;

function inZone(now: Date, timeZone: string, form: Intl.DateTimeFormatOptions): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { ...form, timeZone }).format(now);
  } catch {
    return undefined;
  }
}

function calendarOf(now: Date, timezone: string): string {
  const days = Array.from({ length: 14 }, (_, day) => new Date(now.getTime() + day * 86_400_000));
  const form = { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' } as const;
  return days.map((day) => inZone(day, timezone, form) ?? '').join('\n');
}

/**
 * Values of the built-in variables that `text` names, including `current_time_<zone>`; an unknown zone leaves its
 * placeholder.
 */
export function builtInVariables(text: string, facts: CallFacts): Record<string, string> {
  const names = dynamicVariableNames(text);
  // Asked for every turn of a call, and few prompts name one.
  if (names.length === 0) return {};
  const timezone = inZone(facts.now, facts.timezone, {}) === undefined ? 'UTC' : facts.timezone;
  const seconds =
    facts.startedAt === undefined ? 0 : Math.round((facts.now.getTime() - facts.startedAt) / 1000);
  const fixed: Record<string, () => string | undefined> = {
    current_time: () => inZone(facts.now, timezone, longForm),
    current_hour: () => inZone(facts.now, timezone, { hour: '2-digit', hourCycle: 'h23' }),
    current_calendar: () => calendarOf(facts.now, timezone),
    session_type: () => facts.sessionType,
    session_duration: () => `${Math.floor(seconds / 60)} minutes ${seconds % 60} seconds`,
    user_number: () => facts.userNumber,
    agent_number: () => facts.agentNumber,
    direction: () => facts.direction,
    call_id: () => facts.callId,
  };
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = Object.hasOwn(fixed, name)
      ? fixed[name]?.()
      : name.startsWith('current_time_')
        ? inZone(facts.now, name.slice('current_time_'.length), longForm)
        : undefined;
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Built-in names, for the forms that offer them. */
export const builtInVariableNames = [
  'current_time',
  'current_hour',
  'current_calendar',
  'session_type',
  'session_duration',
  'user_number',
  'agent_number',
  'direction',
  'call_id',
] as const;
