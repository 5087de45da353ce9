import { AppError } from '@tendril/contract/app-error';
import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';

interface DateParts {
  date: string;
  time: string;
  weekday: string;
  timezone: string;
}

/** Date, time and weekday of an instant in a time zone. Throws NODE_FAILED for a zone that does not exist. */
function describeInstant(instant: Date, timezone: string): DateParts {
  let parts: Intl.DateTimeFormatPart[];
  try {
    parts = new Intl.DateTimeFormat('en-GB', {
      timeZone: timezone,
      dateStyle: 'full',
      timeStyle: 'medium',
    }).formatToParts(instant);
  } catch {
    throw new AppError('NODE_FAILED', `"${timezone}" is not a time zone. Use a name like Europe/Paris.`);
  }
  const weekday = parts.find((part) => part.type === 'weekday')?.value ?? '';
  // Sweden writes dates as ISO does.
  const [date = '', time = ''] = instant.toLocaleString('sv-SE', { timeZone: timezone }).split(' ');
  return { date, time, weekday, timezone };
}

/** Gives a model the current date and time. */
export const currentDateTime = defineNode({
  name: 'currentDateTime',
  label: 'Current Date and Time',
  version: 1,
  category: 'Tools',
  description: 'Tells the date, the time and the day of the week.',
  icon: 'clock',
  inputs: {},
  outputs: {
    currentDateTime: output(['CurrentDateTime', 'Tool', 'StructuredTool', 'Runnable'], {
      label: 'Current Date and Time',
    }),
  },

  async run(_inputs, { nodeId }) {
    return {
      currentDateTime: {
        nodeId,
        name: 'current_date_time',
        description: 'Tells the current date, time and day of the week.',
        inputSchema: {
          type: 'object',
          properties: {
            timezone: { type: 'string', description: 'IANA time zone like Europe/Paris; UTC without it' },
          },
          additionalProperties: false,
        },
        execute: async (input) => {
          const { timezone } = (input ?? {}) as { timezone?: string };
          return { text: JSON.stringify(describeInstant(new Date(), timezone || 'UTC')) };
        },
      },
    };
  },
});
