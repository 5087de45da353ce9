import type { FlowTemplate } from './flow-template.ts';

const shelves = `// Where to look, one after the other: the short list first.
const shelves = [
  'The library is open from 10:00 to 19:00, on Sunday until 16:00.',
  'Books are lent for four weeks, films for one.',
  'Printing is done on the ground floor and costs 10 cents a page.',
];
const depth = Number($flow.state.depth) + 1;
const isFound = !$flow.output.includes('could not find');
return { depth, shelf: shelves[depth] ?? '', verdict: isFound || depth >= shelves.length ? 'enough' : 'look further' };`;

const firstShelf = 'The library is open from 10:00 to 19:00, on Sunday until 16:00.';

const note = `Looks into a short text first. As long as that holds no answer, it goes back and looks into the next one.

Change: the texts and the rule for "good enough" in "Update State" of the Librarian. A loop never runs more than 25 times.`;

/** A loop that ends when the answer is good enough. */
export const searchUntilFound: FlowTemplate = {
  title: 'Loop until good enough',
  text: 'Tries again with more material until the answer is good enough, then stops.',
  about:
    'After each try a few lines of code judge the answer and put the next text into the state. The condition sends the pipeline back through the loop, or on to its end. The cheap source is asked first, the long ones only when they are needed.',
  type: 'MULTIAGENT',
  useCases: ['Agents', 'Knowledge'],
  keys: [],
  needs: [],
  tools: [],
  greeting: 'Ask me about the library.',
  questions: ['What does printing cost?', 'When is the library open?', 'How long are books lent?'],
  fact: 'costs 10 cents a page',

  draw(drawing) {
    drawing.note(note);
    const model = drawing.add('demoModel');
    const rows = [
      { key: 'shelf', operation: 'Replace', defaultValue: firstShelf },
      { key: 'depth', operation: 'Replace', defaultValue: '0' },
      { key: 'verdict', operation: 'Replace', defaultValue: '' },
    ];
    const state = drawing.add('seqState', { stateMemoryUI: JSON.stringify(rows) });
    drawing.column();
    const start = drawing.add('seqStart');
    drawing.connect(model, start, 'model').connect(state, start, 'state').column();
    const librarian = drawing.add('seqLLMNode', {
      llmNodeName: 'Librarian',
      systemMessagePrompt:
        'Answer from the text and from nothing else. When it holds no answer, say "I could not find it".\n\n<context>\n{shelf}\n</context>',
      humanMessagePrompt: '{question}',
      promptValues: JSON.stringify({
        shelf: '$flow.state.shelf',
        question: '$flow.state.messages[0].content',
      }),
    });
    drawing.update(librarian, shelves).connect(start, librarian, 'sequentialNode').column();
    const condition = drawing.condition('Good enough?', [
      { variable: '$flow.state.verdict', operation: 'Is', value: 'look further', output: 'Look further' },
    ]);
    drawing.connect(librarian, condition, 'sequentialNode').column();
    const end = drawing.add('seqEnd');
    const loop = drawing.add('seqLoop', { loopToName: 'Librarian' });
    drawing
      .connect(condition, loop, 'sequentialNode', 'lookFurther')
      .connect(condition, end, 'sequentialNode', 'end');
  },
};
