import type { FlowTemplate } from './flow-template.ts';

const findCode = `return ($question.match(/\\b\\d{4}\\b/) ?? [''])[0];`;

const lookCode = `// Ask your shop here: const answer = await fetch('https://shop.example/orders/' + $number);
const orders = {
  1042: { product: 'a desk lamp', state: 'on its way', due: 'on Thursday' },
  1043: { product: 'two chairs', state: 'being packed', due: 'next week' },
};
const order = orders[$number];
if (!order) return 'There is no order with the number ' + ($number || 'that you gave') + '.';
return 'Order ' + $number + ', ' + order.product + ', is ' + order.state + ' and arrives ' + order.due + '.';`;

const note = `Finds the number in the question, keeps it under the name "order", looks the order up and lets the model say it.

Change: "Look it up" holds two made-up orders: fetch yours there. What Set Variable keeps can be used anywhere later in the flow.`;

/** Look-up with values that are stored during a run. */
export const orderLookup: FlowTemplate = {
  title: 'Order look-up',
  text: 'Finds the order number in a question, keeps it in a variable and looks the order up.',
  about:
    'Set Variable and Get Variable keep a value during a run, so that parts of a flow need no edge between them. Two small functions find the number and look it up; the model only puts the facts into words.',
  type: 'CHATFLOW',
  useCases: ['Support', 'Data'],
  keys: [],
  needs: [],
  tools: [],
  greeting: 'Hello! What is the number of your order?',
  questions: ['Where is my order 1042?', 'When does order 1043 arrive?', 'Where is order 9999?'],
  fact: 'arrives on Thursday',

  draw(drawing) {
    drawing.note(note);
    const find = drawing.add('customFunction', {
      functionName: 'Find the number',
      functionInputVariables: '{"question": "{{question}}"}',
      javascriptFunction: findCode,
    });
    const got = drawing.add('getVariable', { variableName: 'order' });
    drawing.column();
    const keep = drawing.add('setVariable', { variableName: 'order' });
    drawing.connect(find, keep, 'input');
    const look = drawing.add('customFunction', {
      functionName: 'Look it up',
      functionInputVariables: `{"number": "{{${got.id}.data.instance}}"}`,
      javascriptFunction: lookCode,
    });
    drawing.feed(got, look, 'functionInputVariables').column();
    const model = drawing.add('demoModel');
    const prompt = drawing.add('promptTemplate', {
      template:
        'Answer the customer in one friendly sentence, from this fact alone.\n\n<context>\n{fact}\n</context>\n\nQuestion: {asked}',
      promptValues: `{"fact": "{{${look.id}.data.instance}}", "asked": "{{question}}"}`,
    });
    drawing.feed(look, prompt, 'promptValues').column();
    const chain = drawing.add('llmChain');
    drawing.connect(model, chain, 'model').connect(prompt, chain, 'prompt');
  },
};
