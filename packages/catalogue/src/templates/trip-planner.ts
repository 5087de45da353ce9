import type { FlowTemplate } from './flow-template.ts';

const guide = `Lisbon: take tram 28 through the old town, eat at the market hall, and watch the sunset from the castle.

Vienna: see the art museum in the morning, take a coffee house at noon, and hear an opera in the evening.

Oslo: walk on the roof of the opera house, visit the ship museum, and swim in the fjord.`;

const priceFunc = `const nights = { Lisbon: 95, Vienna: 120, Oslo: 150 };
const price = nights[$city];
if (!price) throw new Error('There is no price for ' + $city + '. Known: ' + Object.keys(nights).join(', ') + '.');
return 'A night in ' + $city + ' costs ' + price + ' euros.';`;

const note = `The guide finds what to do, the treasurer what it costs, the last step joins both.

Change: the guide's text, the prices in "hotel_price", or give the guide a web search.`;

const city = '$flow.state.messages[0].content';
const keepQuotes = `const quotes = [...$flow.output.matchAll(/“([^”]+)”/g)].map((match) => match[1]);
return { plan: (quotes.join(', ') || $flow.output).replace(/(?<![.\\s])[.\\s]+$/, '') };`;

/** A guide, a treasurer and a plan. */
export const tripPlanner: FlowTemplate = {
  title: 'Trip planner',
  text: 'One agent finds what to do in a city, the next what it costs, the last writes the plan.',
  about:
    'Three steps one after the other that share a state. The guide searches a text, the treasurer calls a tool, and the last step writes the plan from what both left there and from nothing else.',
  type: 'MULTIAGENT',
  useCases: ['Agents', 'Learning'],
  keys: [],
  needs: [],
  tools: [
    {
      name: 'hotel_price',
      description: 'Gives the price of a hotel night in a city.',
      schema: JSON.stringify([
        { property: 'city', type: 'string', description: 'Name of the city', required: true },
      ]),
      func: priceFunc,
    },
  ],
  greeting: 'Where do you want to go: Lisbon, Vienna or Oslo?',
  questions: ['Plan a day in Lisbon', 'Plan a day in Oslo'],
  fact: '95 euros',

  draw(drawing, toolIds) {
    drawing.note(note);
    const page = drawing.add('plainText', { text: guide, metadata: '{"source": "City guide"}' });
    const vectors = drawing.add('demoEmbeddings');
    const model = drawing.add('demoModel');
    drawing.group('City guide', [page, vectors]).column();
    const store = drawing.add('memoryVectorStore', { topK: 1 });
    const state = drawing.add('seqState', {
      stateMemoryUI: JSON.stringify([
        { key: 'plan', operation: 'Replace', defaultValue: '' },
        { key: 'price', operation: 'Replace', defaultValue: '' },
      ]),
    });
    drawing.connect(page, store, 'document').connect(vectors, store, 'embeddings').column();
    const search = drawing.add('retrieverTool', {
      name: 'search_guide',
      description: 'Searches the city guide for what to do.',
    });
    const start = drawing.add('seqStart');
    drawing
      .connect(store, search, 'retriever')
      .connect(model, start, 'model')
      .connect(state, start, 'state')
      .column();
    const price = drawing.add('customTool', { selectedTool: toolIds['hotel_price'] });
    const scout = drawing.add('seqAgent', {
      agentName: 'Guide',
      systemMessagePrompt: 'Search the city guide and quote in “ ” what to do there.',
      humanMessagePrompt: '{wish}',
      promptValues: JSON.stringify({ wish: city }),
    });
    drawing.update(scout, keepQuotes);
    drawing.connect(search, scout, 'tools').connect(start, scout, 'sequentialNode').column();
    const treasurer = drawing.add('seqAgent', {
      agentName: 'Treasurer',
      systemMessagePrompt: 'Find the price of a hotel night with hotel_price and say it.',
      humanMessagePrompt: 'What is the hotel price? {wish}',
      promptValues: JSON.stringify({ wish: city }),
    });
    drawing.update(treasurer, `return { price: $flow.output.replace(/^The tool “[^”]*” says: /, '') };`);
    drawing.connect(price, treasurer, 'tools').connect(scout, treasurer, 'sequentialNode').column();
    const plan = drawing.add('seqLLMNode', {
      llmNodeName: 'Plan',
      systemMessagePrompt: 'Write a plan for one day from the facts you are given, and end with the price.',
      humanMessagePrompt:
        '<context>\n{plan}; {price}\n</context>\n\nQuestion: {wish}, what to do and what is the hotel night price?',
      promptValues: JSON.stringify({ wish: city, plan: '$flow.state.plan', price: '$flow.state.price' }),
    });
    drawing.connect(treasurer, plan, 'sequentialNode').column();
    drawing.connect(plan, drawing.add('seqEnd'), 'sequentialNode');
  },
};
