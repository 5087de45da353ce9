import type { SentBody } from '@tendril/contract/api/endpoint';
import type { createTool } from '@tendril/contract/api/tools';

type Example = SentBody<typeof createTool>;

const calculator = `// Adds up a price with tax; every input is a number.
const net = $price * $quantity;
const tax = net * (typeof $tax_percent === 'undefined' ? 0 : $tax_percent) / 100;
console.log('net', net, 'tax', tax);
return { net, tax, total: Math.round((net + tax) * 100) / 100 };`;

const calendar = `// Free half hours of a working day; replace the list by a request to your calendar.
const day = new Date($day + 'T00:00:00Z').getUTCDay();
if (Number.isNaN(day)) throw new Error('The day has to be written like 2026-05-31.');
if (day === 0 || day === 6) return { day: $day, free: [], note: 'Closed at the weekend.' };
const taken = ['10:00', '13:30'];
const free = [];
for (let minutes = 9 * 60; minutes < 16 * 60; minutes += 30) {
  const time = String(Math.floor(minutes / 60)).padStart(2, '0') + ':' + String(minutes % 60).padStart(2, '0');
  if (!taken.includes(time)) free.push(time);
}
return { day: $day, free };`;

const request = `// Looks up the weather of a place; no key is needed.
const place = await fetch('https://geocoding-api.open-meteo.com/v1/search?count=1&name=' + encodeURIComponent($town));
const [found] = (await place.json()).results ?? [];
if (!found) throw new Error('There is no town of that name.');
const address = 'https://api.open-meteo.com/v1/forecast?current=temperature_2m,wind_speed_10m'
  + '&latitude=' + found.latitude + '&longitude=' + found.longitude;
const weather = await (await fetch(address)).json();
return { town: found.name, country: found.country, ...weather.current };`;

const input = (property: string, type: string, description: string, required = true) => ({
  property,
  type,
  description,
  required,
});

/** Three example tools: a request, a lookup and a calculation. */
export const toolExamples: readonly Example[] = [
  {
    name: 'weather_of_town',
    description:
      'Returns the current temperature and wind of a town. Use it when someone asks about the weather.',
    color: '#1d64c8',
    schema: JSON.stringify([input('town', 'string', 'Name of the town, for example Bergen')]),
    func: request,
  },
  {
    name: 'free_appointments',
    description: 'Lists the free times of a day. Use it before you offer an appointment.',
    color: '#6b3fc4',
    schema: JSON.stringify([input('day', 'date', 'The day, for example 2026-05-29')]),
    func: calendar,
  },
  {
    name: 'price_with_tax',
    description:
      'Calculates a price including tax. Always use it for prices instead of calculating them yourself.',
    color: '#0b7a49',
    schema: JSON.stringify([
      input('price', 'number', 'Price of one piece'),
      input('quantity', 'number', 'How many pieces'),
      input('tax_percent', 'number', 'Tax in percent', false),
    ]),
    func: calculator,
  },
];
