import type { FlowTemplate } from './flow-template.ts';

const fields = [
  { property: 'name', type: 'string', description: 'name of the person' },
  { property: 'email', type: 'string', description: 'e-mail address' },
  { property: 'budget', type: 'number', description: 'budget in euros' },
];

const scoreCode = `let score = 0;
if ($lead.budget >= 10000) score += 60;
else if ($lead.budget >= 2000) score += 30;
if (/\\bdemo\\b/i.test($flow.input)) score += 30;
if (!/@(gmail|outlook|yahoo)\\./.test($lead.email)) score += 10;
const verdict = score >= 70 ? 'Hot lead' : score >= 40 ? 'Warm lead' : 'Cold lead';
return verdict + ' (' + score + ' of 100): ' + $lead.name + ', ' + $lead.email + ', budget ' + $lead.budget + ' euros.';`;

const note = `Reads name, e-mail and budget out of a message, then scores the lead by fixed rules. Asking for a demo counts too.

Change: the fields in "Structured Output Parser" and the points in "Score".`;

/** Fields out of a message, then a score by rules. */
export const leadQualification: FlowTemplate = {
  title: 'Lead qualification',
  text: 'Reads who writes, their budget and wish out of a message and scores the lead by your rules.',
  about:
    'The model only reads: a structured output parser makes it fill fixed fields and checks them. The score itself is a few lines of your own code, so the same message always gets the same points.',
  type: 'CHATFLOW',
  useCases: ['Sales', 'Data'],
  keys: [],
  needs: [],
  tools: [],
  greeting: 'Paste the message of somebody who is interested.',
  questions: [
    'Hi, my name is Jonas Weber, jonas@halden.example. We have a budget of 12000 euros and would like a demo.',
    'This is Mia Costa, mia@costa.example. What can we get for 2500 euros?',
  ],
  fact: 'Hot lead (100 of 100): Jonas Weber',

  draw(drawing) {
    drawing.note(note);
    const model = drawing.add('demoModel');
    const prompt = drawing.add('promptTemplate', {
      template: 'Read the facts out of this message. Leave nothing out and add nothing.\n\n{message}',
    });
    const parser = drawing.add('structuredOutputParser', { jsonStructure: fields, autofixParser: true });
    drawing.group('Reading', [model, prompt, parser]).column();
    const chain = drawing.add('llmChain', { chainName: 'Read the lead' }, 'outputPrediction');
    drawing
      .connect(model, chain, 'model')
      .connect(prompt, chain, 'prompt')
      .connect(parser, chain, 'outputParser')
      .column();
    const score = drawing.add(
      'customFunction',
      {
        functionName: 'Score',
        functionInputVariables: JSON.stringify({ lead: `{{${chain.id}.data.instance}}` }),
        javascriptFunction: scoreCode,
      },
      'EndingNode',
    );
    drawing.feed(chain, score, 'functionInputVariables');
  },
};
