import type { FlowTemplate } from './flow-template.ts';

const faq = `How do I cancel my membership?
Send a message from your account page; it ends with the month.

What does the membership cost?
The membership costs 29 euros a month.

Can I pause?
You can pause twice a year for a month each.

When is the gym open?
The gym is open every day from 6:00 to 23:00.`;

const needsPerson = `// Words that mean: a person has to look at this.
return /\\b(human|person|someone|complain|complaint|lawyer|accident|injur)/i.test($question) ? $question : false;`;

const note = `Answers from the FAQ. Whoever asks for a person, complains or reports an accident is handed over instead.

Change: the FAQ in "Prompt Template", the words in "Needs a person?", and what "Hand over" does: it can send a message to your team with fetch.`;

/** FAQ with a branch for what a person has to answer. */
export const faqWithHandover: FlowTemplate = {
  title: 'FAQ with handover',
  text: 'Answers what the FAQ knows and hands complaints and emergencies over to a person.',
  about:
    'An IfElse function looks at the question first. One branch hands over with a fixed sentence, the other asks the model to answer from the FAQ alone. The model never sees what is not meant for it.',
  type: 'CHATFLOW',
  useCases: ['Support'],
  keys: [],
  needs: [],
  tools: [],
  greeting: 'Hello! Ask me about your membership.',
  questions: ['What does the membership cost?', 'I want to talk to a person', 'Can I pause?'],
  fact: '29 euros a month',

  draw(drawing) {
    drawing.note(note);
    const fork = drawing.add('ifElseFunction', {
      functionName: 'Needs a person?',
      functionInputVariables: '{"question": "{{question}}"}',
      ifFunction: needsPerson,
      elseFunction: 'return $question;',
    });
    const model = drawing.add('demoModel');
    drawing.column();
    const handover = drawing.add(
      'customFunction',
      {
        functionName: 'Hand over',
        functionInputVariables: `{"asked": "{{${fork.id}.data.instance}}"}`,
        javascriptFunction: `// Tell your team here, with fetch. $asked is what was written.
return 'I hand this over to a colleague, who answers within one working day.';`,
      },
      'EndingNode',
    );
    drawing.feed(fork, handover, 'functionInputVariables', 'returnTrue');
    const prompt = drawing.add('promptTemplate', {
      template: `Answer the question from the text and from nothing else. When the text has no answer, say "I do not know that, but a colleague does".

<context>
${faq}
</context>

Question: {asked}`,
      promptValues: `{"asked": "{{${fork.id}.data.instance}}"}`,
    });
    drawing.feed(fork, prompt, 'promptValues', 'returnFalse').column();
    const chain = drawing.add('llmChain');
    drawing.connect(model, chain, 'model').connect(prompt, chain, 'prompt');
  },
};
