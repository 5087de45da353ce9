const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const short = 'mon|tues?|wed|thu(?:rs?)?|fri|sat|sun';
const name = `(${short})(?:nesday|rsday|urday|sday|day)?s?`;
const range = new RegExp(`\\b${name}\\.?\\s*(?:-|–|—|to|through|till|until)\\s*${name}\\b`, 'gi');
const single = new RegExp(`\\b(${short})(?:nesday|rsday|urday|sday|day)?s?\\b`, 'gi');

const indexOf = (text: string) => days.findIndex((day) => day.startsWith(text.slice(0, 3).toLowerCase()));

/** The weekdays a text speaks of, by their whole names: "Mon–Fri" means five of them. */
export function weekdaysIn(text: string): string[] {
  const found = new Set<string>();
  for (const [, from = '', to = ''] of text.matchAll(range)) {
    const first = indexOf(from);
    const length = (indexOf(to) - first + 7) % 7;
    for (let step = 0; step <= length; step += 1) found.add(days[(first + step) % 7] ?? '');
  }
  for (const [, day = ''] of text.matchAll(single)) found.add(days[indexOf(day)] ?? '');
  if (/\bweekends?\b/i.test(text)) for (const day of days.slice(5)) found.add(day);
  if (/\b(?:weekdays?|working days?)\b/i.test(text)) for (const day of days.slice(0, 5)) found.add(day);
  if (/\b(?:daily|every day|seven days a week|7 days a week)\b/i.test(text))
    for (const day of days) found.add(day);
  return [...found];
}
