import type { FlowTemplate } from './flow-template.ts';

const fields = [
  { property: 'name', type: 'string', description: 'name of the caller' },
  { property: 'phone', type: 'string', description: 'telephone number' },
  { property: 'subject', type: 'string', description: 'what the call was about, in a few words' },
  { property: 'callback_time', type: 'string', description: 'when to call back, HH:MM' },
];

const writeCode = `return [
  'Call with ' + $call.name,
  '',
  '- About: ' + $call.subject,
  '- Call back: ' + $call.phone + ' at ' + $call.callback_time,
  '- Next: send a written confirmation today',
].join('\\n');`;

const note = `Turns the notes or the transcript of a call into a short follow-up.

Change: the fields in "Structured Output Parser", and in "Follow-up" the lines that are written. Its code may also post them to your CRM with fetch.`;

/** A note of what to do after a call. */
export const callFollowUp: FlowTemplate = {
  title: 'Call follow-up',
  text: 'Turns the notes of a phone call into who, what about, and when to call back.',
  about:
    'The model reads the caller, the number, the topic and the time out of the notes into checked fields. Your own code writes the follow-up from them, always in the same form.',
  type: 'CHATFLOW',
  useCases: ['Sales', 'Office'],
  keys: [],
  needs: [],
  tools: [],
  greeting: 'Paste the notes or the transcript of a call.',
  questions: [
    'Name: Maria Lopez. Phone: +34 600 123 456. Subject: delivery of her new kitchen. She is at home all week. Call back at 15:30.',
  ],
  fact: '+34 600 123 456 at 15:30',

  draw(drawing) {
    drawing.note(note);
    const model = drawing.add('demoModel');
    const prompt = drawing.add('promptTemplate', {
      template: 'These are the notes of a phone call. Read the facts out of them.\n\n{notes}',
    });
    const parser = drawing.add('structuredOutputParser', { jsonStructure: fields, autofixParser: true });
    drawing.group('Reading', [model, prompt, parser]).column();
    const chain = drawing.add('llmChain', { chainName: 'Read the call' }, 'outputPrediction');
    drawing
      .connect(model, chain, 'model')
      .connect(prompt, chain, 'prompt')
      .connect(parser, chain, 'outputParser')
      .column();
    const follow = drawing.add(
      'customFunction',
      {
        functionName: 'Follow-up',
        functionInputVariables: JSON.stringify({ call: `{{${chain.id}.data.instance}}` }),
        javascriptFunction: writeCode,
      },
      'EndingNode',
    );
    drawing.feed(chain, follow, 'functionInputVariables');
  },
};
