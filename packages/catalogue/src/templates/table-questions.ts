import { drawAgent } from './draw-agent.ts';
import type { FlowTemplate } from './flow-template.ts';

const func = `// Your table. The first line names the columns.
const table = \`country,orders,revenue
Germany,120,18400
France,95,14250
Spain,60,7900
Italy,75,9600\`;

const [head, ...lines] = table.trim().split('\\n').map((line) => line.split(','));
const rows = lines.map((line) => Object.fromEntries(head.map((name, at) => [name, line[at]])));
const country = typeof $country === 'string' ? $country : '';
const chosen = rows.filter((row) => !country || row.country.toLowerCase() === country.toLowerCase());
if (chosen.length === 0) throw new Error('There is no row for ' + country + '.');
const numbers = chosen.map((row) => Number(row[$measure]));
const sum = numbers.reduce((all, one) => all + one, 0);
const results = {
  total: sum,
  average: Math.round((sum / numbers.length) * 100) / 100,
  highest: Math.max(...numbers),
  lowest: Math.min(...numbers),
};
const where = country ? ' in ' + country : '';
return 'The ' + $operation + ' ' + $measure + where + ' is ' + results[$operation] + '.';`;

const note = `Answers questions about a small table that stands in the tool "query_table", as text with commas.

It is no database: the tool's code reads the whole table each time. Up to some thousand rows that is quick.

Change: open the tool in the Toolkit, paste your table at the top and name its columns in the schema.`;

/** Questions about a pasted table. */
export const tableQuestions: FlowTemplate = {
  title: 'Questions about a table',
  text: 'Works out totals, averages and extremes from a table you paste. No database needed.',
  about:
    'The agent turns a question into a small query: which column, which operation, which country. A custom tool runs it over a table pasted into its code and gives an exact number, so the model never calculates by itself. It does not speak SQL and reads no database.',
  type: 'CHATFLOW',
  useCases: ['Data', 'Agents'],
  keys: [],
  needs: [],
  tools: [
    {
      name: 'query_table',
      description:
        'Looks up numbers in the table of sales by country: total, average, highest or lowest orders or revenue.',
      schema: JSON.stringify([
        {
          property: 'operation',
          type: 'enum',
          enumValues: 'total, average, highest, lowest',
          description: 'What to work out',
          required: true,
        },
        {
          property: 'measure',
          type: 'enum',
          enumValues: 'revenue, orders',
          description: 'The column',
          required: true,
        },
        {
          property: 'country',
          type: 'string',
          description: 'Only this country; left out for all',
          required: false,
        },
      ]),
      func,
    },
  ],
  greeting: 'Ask me about orders and revenue by country.',
  questions: [
    'What is the total revenue?',
    'What is the average number of orders?',
    'What is the total revenue in Spain?',
  ],
  fact: '50150',

  draw(drawing, toolIds) {
    drawing.note(note);
    const table = drawing.add('customTool', { selectedTool: toolIds['query_table'] });
    drawAgent(drawing, {
      systemMessage:
        'You answer questions about sales. Get every number from query_table, never from memory, and say it in one sentence.',
      tools: [table],
    });
  },
};
