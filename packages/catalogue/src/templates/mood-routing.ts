import type { NodeHandle } from '@tendril/contract/flow/flow-builder';
import type { FlowTemplate } from './flow-template.ts';
import type { TemplateDrawing } from './template-drawing.ts';

const note = `First step: how does the message sound? Then one of three answers, each with its own words.

Change: the moods in "JSON Structured Output" of the first step, and what each answering step may say.`;

const answers = {
  Calm: 'We are sorry that you are upset: we send a replacement today, and you keep the broken one.',
  Thank: 'We are glad that you are happy: with the code THANKYOU you save ten percent on your next order.',
  Answer: 'Orders take three days to arrive, and returns are free for 30 days.',
};

function drawAnswer(drawing: TemplateDrawing, llmNodeName: keyof typeof answers): NodeHandle {
  return drawing.add('seqLLMNode', {
    llmNodeName,
    systemMessagePrompt:
      'You answer customers in two short sentences, from the given text and from nothing else.',
    humanMessagePrompt: `<context>\n${answers[llmNodeName]}\n</context>\n\nQuestion: {message} I am {mood}.`,
    promptValues: JSON.stringify({ message: '$flow.state.messages[0].content', mood: '$flow.state.mood' }),
  });
}

/** Different answers by the mood of a message. */
export const moodRouting: FlowTemplate = {
  title: 'Routing by mood',
  text: 'Tells angry, happy and neutral messages apart and answers each in its own way.',
  about:
    'The first step gives one of three moods and nothing else: an enumeration that the model cannot leave. A condition with a table sends the message to the step that fits.',
  type: 'MULTIAGENT',
  useCases: ['Support', 'Agents'],
  keys: [],
  needs: [],
  tools: [],
  greeting: 'Write as a customer would.',
  questions: [
    'I am upset, my lamp arrived broken!',
    'I am so happy with my lamp',
    'A neutral question: how long do returns take?',
  ],
  fact: 'we send a replacement today',

  draw(drawing) {
    drawing.note(note);
    const model = drawing.add('demoModel');
    const state = drawing.add('seqState', {
      stateMemoryUI: JSON.stringify([{ key: 'mood', operation: 'Replace', defaultValue: 'neutral' }]),
    });
    drawing.column();
    const start = drawing.add('seqStart');
    drawing.connect(model, start, 'model').connect(state, start, 'state').column();
    const listener = drawing.add('seqLLMNode', {
      llmNodeName: 'Listen',
      systemMessagePrompt: 'Tell how the customer feels.',
      llmStructuredOutput: JSON.stringify([
        {
          key: 'mood',
          type: 'Enum',
          enumValues: 'neutral, upset, happy',
          description: 'how the message sounds',
        },
      ]),
    });
    drawing
      .update(listener, 'return { mood: $flow.output.mood };')
      .connect(start, listener, 'sequentialNode')
      .column();
    const condition = drawing.condition('Which mood?', [
      { variable: '$flow.state.mood', operation: 'Is', value: 'upset', output: 'Upset' },
      { variable: '$flow.state.mood', operation: 'Is', value: 'happy', output: 'Happy' },
    ]);
    drawing.connect(listener, condition, 'sequentialNode').column();
    const ways = [
      ['upset', drawAnswer(drawing, 'Calm')],
      ['happy', drawAnswer(drawing, 'Thank')],
      ['end', drawAnswer(drawing, 'Answer')],
    ] as const;
    drawing
      .group(
        'Answers',
        ways.map(([, answer]) => answer),
      )
      .column();
    for (const [way, answer] of ways) {
      drawing.connect(condition, answer, 'sequentialNode', way);
      drawing.connect(answer, drawing.add('seqEnd'), 'sequentialNode');
    }
  },
};
