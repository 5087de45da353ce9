import type { FlowTemplate } from './flow-template.ts';
import type { TemplateDrawing } from './template-drawing.ts';

const market = `The market for cargo bikes in Europe was 1.2 billion euros in 2025.
It grew by 14 percent in a year.
Families buy six of ten cargo bikes, companies buy the rest.
Most cargo bikes are sold in Germany, the Netherlands and France.`;

const costs = `A cargo bike costs 4,900 euros on average.
Making one costs the producer 2,700 euros, half of it for motor and battery.
A repair takes two hours and costs 120 euros on average.
Insurance for a cargo bike costs 9 euros a month.`;

const note = `Two researchers work at the same time, each in its own text. The writer answers from what both found.

Change: put your texts into the two "Plain Text" nodes, and give each researcher the tools it needs: a web page, a calculator, an MCP server.`;

const question = '$flow.state.messages[0].content';

/** Quoted text is a finding; an agent that does not quote is taken literally. */
const keepQuotes = (
  key: string,
) => `const quotes = [...$flow.output.matchAll(/“([^”]+)”/g)].map((match) => match[1]);
return { ${key}: quotes.join('\\n') || $flow.output };`;

function drawResearcher(drawing: TemplateDrawing, agentName: string, key: string) {
  const agent = drawing.add('seqAgent', {
    agentName,
    systemMessagePrompt: `You research ${key}. Search with your tool, quote the sentences that help in “ ”, and add nothing of your own.`,
    humanMessagePrompt: '{question}',
    promptValues: JSON.stringify({ question }),
  });
  drawing.update(agent, keepQuotes(key));
  return agent;
}

function drawSource(drawing: TemplateDrawing, text: string, source: string) {
  return drawing.add('plainText', { text, metadata: JSON.stringify({ source }) });
}

/** Two researchers and a writer. */
export const researchTeam: FlowTemplate = {
  title: 'Research team',
  text: 'Two researchers search at the same time, a writer answers from what both of them found.',
  about:
    'A pipeline of three: the market researcher and the cost researcher search their own texts side by side and write their quotes into the shared state; the writer answers the question from these quotes only.',
  type: 'MULTIAGENT',
  useCases: ['Agents', 'Knowledge'],
  keys: [],
  needs: [],
  tools: [],
  greeting: 'Ask the team about the market and the costs of cargo bikes.',
  questions: [
    'How large is the market for cargo bikes in Europe?',
    'What does insurance for a cargo bike cost?',
    'Who buys cargo bikes?',
  ],
  fact: '1.2 billion euros',

  draw(drawing) {
    drawing.note(note);
    const texts = [
      drawSource(drawing, market, 'Market report'),
      drawSource(drawing, costs, 'Cost report'),
    ] as const;
    const vectors = drawing.add('demoEmbeddings');
    drawing.group('Sources', [...texts, vectors]).column();
    const stores = texts.map((text) => {
      const store = drawing.add('memoryVectorStore');
      drawing.connect(text, store, 'document').connect(vectors, store, 'embeddings');
      return store;
    });
    const model = drawing.add('demoModel');
    const rows = ['market', 'costs'].map((key) => ({ key, operation: 'Replace', defaultValue: '' }));
    const state = drawing.add('seqState', { stateMemoryUI: JSON.stringify(rows) });
    drawing.column();
    const tools = ['market', 'costs'].map((what, at) => {
      const description = `Searches the report on ${what}.`;
      const tool = drawing.add('retrieverTool', { name: `search_${what}`, description });
      const store = stores[at];
      if (store) drawing.connect(store, tool, 'retriever');
      return tool;
    });
    const start = drawing.add('seqStart');
    drawing.connect(model, start, 'model').connect(state, start, 'state').column();
    const researchers = [
      drawResearcher(drawing, 'Market researcher', 'market'),
      drawResearcher(drawing, 'Cost researcher', 'costs'),
    ];
    drawing.group('Researchers', researchers).column();
    const writer = drawing.add('seqLLMNode', {
      llmNodeName: 'Writer',
      systemMessagePrompt:
        'You write short, plain answers from what researchers found, and from nothing else.',
      humanMessagePrompt: '<context>\n{market}\n{costs}\n</context>\n\nQuestion: {question}',
      promptValues: JSON.stringify({ question, market: '$flow.state.market', costs: '$flow.state.costs' }),
    });
    for (const [at, researcher] of researchers.entries()) {
      const tool = tools[at];
      if (tool) drawing.connect(tool, researcher, 'tools');
      drawing.connect(start, researcher, 'sequentialNode').connect(researcher, writer, 'sequentialNode');
    }
    drawing.column().connect(writer, drawing.add('seqEnd'), 'sequentialNode');
  },
};
