import type { StarterTool } from './starter.ts';

/** A made-up calendar: the same day always has the same free times, and the past has none. */
const calendar = `function toDate(text) {
  const iso = /\\d{4}-\\d{2}-\\d{2}/.exec(text);
  if (iso) return iso[0];
  const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  const date = new Date();
  const wanted = names.findIndex((name) => text.toLowerCase().includes(name));
  if (wanted >= 0) date.setUTCDate(date.getUTCDate() + (((wanted - date.getUTCDay() + 7) % 7) || 7));
  else if (!/today/i.test(text)) date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}
function freeTimes(day) {
  if (day < new Date().toISOString().slice(0, 10)) return [];
  const date = new Date(day + 'T00:00:00Z');
  const times = ['09:00', '09:30', '10:30', '11:00', '13:30', '14:00', '15:30', '16:30'];
  return times.filter((time, index) => (date.getUTCDate() + index) % 3 !== 0);
}
`;

const listFunc = `${calendar}
const day = toDate($day || '');
return { day, free: freeTimes(day) };`;

const bookFunc = `${calendar}
const day = toDate($day || '');
const free = freeTimes(day);
if (!free.includes($time)) throw new Error($time + ' is not free on ' + day + '. Free: ' + (free.join(', ') || 'nothing') + '.');
const number = [...(day + $time + $name)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9000, 7) + 1000;
return 'Your reference is A-' + number + '. Please come five minutes early.';`;

/** The tools of the appointment agent. */
export const appointmentTools: readonly StarterTool[] = [
  {
    name: 'list_free_times',
    description: 'Lists the free times for an appointment on one day.',
    schema: JSON.stringify([
      { property: 'day', type: 'string', description: 'The day as a date, YYYY-MM-DD', required: true },
    ]),
    func: listFunc,
  },
  {
    name: 'book_appointment',
    description: 'Books an appointment at a free time, for a name.',
    schema: JSON.stringify([
      { property: 'name', type: 'string', description: 'Name of the person', required: true },
      { property: 'day', type: 'string', description: 'The day as a date, YYYY-MM-DD', required: true },
      { property: 'time', type: 'string', description: 'The time, HH:MM', required: true },
    ]),
    func: bookFunc,
  },
];
