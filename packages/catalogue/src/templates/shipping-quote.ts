import { drawAgent } from './draw-agent.ts';
import type { FlowTemplate } from './flow-template.ts';

const func = `// Your prices: a base for each country and a price for each kilogram.
const prices = { Germany: [4, 0.9], France: [6, 1.2], Spain: [7, 1.4], Italy: [7, 1.3] };
const found = prices[$country];
if (!found) throw new Error('We do not ship to ' + $country + '. We ship to ' + Object.keys(prices).join(', ') + '.');
const [base, each] = found;
const price = base + each * $weight;
return 'Shipping ' + $weight + ' kg to ' + $country + ' costs ' + price.toFixed(2) + ' euros.';`;

const note = `An agent with one tool of its own: JavaScript with two inputs.

Change: open "shipping_price" in the Toolkit. Its code may also fetch the price from your carrier.`;

/** An agent with a custom tool. */
export const shippingQuote: FlowTemplate = {
  title: 'Agent with your own tool',
  text: 'Works out a shipping price with a few lines of your own JavaScript.',
  about:
    'The custom tool has a name, a description and a grid of inputs; the agent fills the inputs from the conversation and says the result. Its code runs in a sandbox, apart from the server.',
  type: 'CHATFLOW',
  useCases: ['Sales', 'Agents'],
  keys: [],
  needs: [],
  tools: [
    {
      name: 'shipping_price',
      description: 'Works out the price of shipping a parcel to a country by its weight.',
      schema: JSON.stringify([
        {
          property: 'country',
          type: 'string',
          description: 'Country it goes to, in English',
          required: true,
        },
        { property: 'weight', type: 'number', description: 'Weight in kg', required: true },
      ]),
      func,
    },
  ],
  greeting: 'Where is your parcel going, and how heavy is it?',
  questions: [
    'What is the shipping price for a parcel of 3 kg to France?',
    'What is the shipping price for 10 kg to Italy?',
  ],
  fact: 'costs 9.60 euros',

  draw(drawing, toolIds) {
    drawing.note(note);
    const tool = drawing.add('customTool', { selectedTool: toolIds['shipping_price'] });
    drawAgent(drawing, {
      systemMessage:
        'You quote shipping prices. Get every price from shipping_price and say it in one sentence.',
      tools: [tool],
    });
  },
};
