import type { FlowTemplate } from './flow-template.ts';

const fields = [
  { property: 'name', type: 'string', description: 'name of the guest' },
  { property: 'email', type: 'string', description: 'e-mail address' },
  { property: 'date', type: 'string', description: 'day of arrival, YYYY-MM-DD' },
  { property: 'guests', type: 'number', description: 'how many people come' },
];

const note = `Reads fixed fields out of free text and answers with JSON, for another program to go on with.

Change: the fields in "Structured Output Parser". Call the flow by its API and you get the object.`;

/** Free text to JSON. */
export const dataExtraction: FlowTemplate = {
  title: 'Data extraction to JSON',
  text: 'Reads the fields you name out of an e-mail or a form and answers with checked JSON.',
  about:
    'The structured output parser turns your grid of fields into a JSON schema, asks the model for it and checks what comes back; with Autofix a wrong answer is given back once.',
  type: 'CHATFLOW',
  useCases: ['Data', 'Office'],
  keys: [],
  needs: [],
  tools: [],
  greeting: 'Paste a booking request.',
  questions: [
    'Hello, this is Nora Lind, nora.lind@fjord.example. We would like to come on 2026-08-14 with 4 people.',
  ],
  fact: 'nora.lind@fjord.example',

  draw(drawing) {
    drawing.note(note);
    const model = drawing.add('demoModel');
    const prompt = drawing.add('promptTemplate', {
      template: 'Read the booking out of this text. Leave nothing out and add nothing.\n\n{text}',
    });
    const parser = drawing.add('structuredOutputParser', { jsonStructure: fields, autofixParser: true });
    drawing.column();
    const chain = drawing.add('llmChain', { chainName: 'Extract' });
    drawing
      .connect(model, chain, 'model')
      .connect(prompt, chain, 'prompt')
      .connect(parser, chain, 'outputParser');
  },
};
