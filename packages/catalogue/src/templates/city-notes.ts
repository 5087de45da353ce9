import type { FlowTemplate } from './flow-template.ts';

const note = `The frame is an iteration: the step in it runs once for every item of the list, and what it says is put together.

Change: the list in "Each stop", and what the step in the frame asks.`;

const stops = [
  { question: 'When was the bridge in Porto built?', text: 'The bridge in Porto was built in 1886.' },
  { question: 'When was the castle in Ghent built?', text: 'The castle in Ghent was built in 1180.' },
  { question: 'When did the funicular in Lyon open?', text: 'The funicular in Lyon opened in 1862.' },
];

/** One note for every stop of a trip. */
export const cityNotes: FlowTemplate = {
  title: 'A note for every stop',
  text: 'Goes through a list and writes one line for each item, then gives them all together.',
  about:
    'An agent flow with an iteration: a list of records, and a step that runs once for each of them with its fields at hand. The last step answers with everything that was written.',
  type: 'AGENTFLOW',
  useCases: ['Writing', 'Data'],
  keys: [],
  needs: [],
  tools: [],
  greeting: 'Ask for the notes of the trip.',
  questions: ['Write the notes for my trip'],
  fact: '1886',

  draw(drawing) {
    drawing.note(note, 'stickyNoteAgentflow');
    const start = drawing.step('startAgentflow', 'Start');
    drawing.column();
    const each = drawing.step('iterationAgentflow', 'Each stop', { iterationInput: JSON.stringify(stops) });
    drawing.lead(start, each).inside(each, 'llmAgentflow', 'Write a line', {
      llmModel: 'demoModel',
      llmModelConfig: {},
      llmEnableMemory: true,
      llmMessages: [{ role: 'system', content: 'You answer in one sentence from the given text.' }],
      llmUserMessage: '<context>\n{{ $iteration.text }}\n</context>\n\nQuestion: {{ $iteration.question }}',
    });
    drawing.column();
    const reply = drawing.step('directReplyAgentflow', 'All notes', {
      directReplyMessage: `Your notes:\n\n{{ ${each.id} }}`,
    });
    drawing.lead(each, reply);
  },
};
