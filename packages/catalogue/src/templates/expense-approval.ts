import type { FlowTemplate } from './flow-template.ts';

const note = `Small expenses go through at once; above the limit a person has to approve.

Change: the limit of 100 stands in the condition "Above the limit?", what is paid in the tool "pay_expense".`;

/** Rules first, a person for the rest. */
export const expenseApproval: FlowTemplate = {
  title: 'Expense approval',
  text: 'Pays small expenses at once and asks a person about those above a limit.',
  about:
    'The first step reads the amount, a condition compares it with the limit. Below it the expense is accepted by the rules; above it an agent prepares the payment and waits until somebody approves.',
  type: 'MULTIAGENT',
  useCases: ['Office', 'Agents'],
  keys: [],
  needs: [],
  tools: [
    {
      name: 'pay_expense',
      description: 'Pays an expense to an employee.',
      schema: JSON.stringify([
        { property: 'amount', type: 'number', description: 'Amount in euros', required: true },
      ]),
      func: `// Pay it in your own system here.\nreturn $amount + ' euros were paid.';`,
    },
  ],
  greeting: 'Which expense should be paid?',
  questions: [
    'Please pay an expense of 45 euros for a train ticket',
    'Please pay an expense of 380 euros for a chair',
  ],
  fact: 'Expenses up to 100 euros are paid',

  draw(drawing, toolIds) {
    drawing.note(note);
    const model = drawing.add('demoModel');
    const state = drawing.add('seqState', {
      stateMemoryUI: JSON.stringify([{ key: 'amount', operation: 'Replace', defaultValue: '0' }]),
    });
    drawing.column();
    const start = drawing.add('seqStart');
    drawing.connect(model, start, 'model').connect(state, start, 'state').column();
    const reader = drawing.add('seqLLMNode', {
      llmNodeName: 'Read the amount',
      systemMessagePrompt: 'Read the amount out of the request.',
      llmStructuredOutput: JSON.stringify([
        { key: 'amount', type: 'Number', description: 'amount in euros' },
      ]),
    });
    drawing
      .update(reader, 'return { amount: $flow.output.amount };')
      .connect(start, reader, 'sequentialNode')
      .column();
    const condition = drawing.condition('Above the limit?', [
      { variable: '$flow.state.amount', operation: 'Greater Than', value: '100', output: 'Above' },
    ]);
    const pay = drawing.add('customTool', { selectedTool: toolIds['pay_expense'] });
    drawing.connect(reader, condition, 'sequentialNode').column();
    const accepted = drawing.add('seqLLMNode', {
      llmNodeName: 'Accept',
      systemMessagePrompt: 'Answer from the given rule and from nothing else.',
      humanMessagePrompt:
        '<context>\nExpenses up to 100 euros are paid with the next salary, without a question.\n</context>\n\nQuestion: How are expenses up to 100 euros paid?',
    });
    const asking = drawing.add('seqAgent', {
      agentName: 'Payment desk',
      systemMessagePrompt: 'Pay the expense with pay_expense and say what was paid.',
      humanMessagePrompt: '{request}',
      promptValues: JSON.stringify({ request: '$flow.state.messages[0].content' }),
      interrupt: true,
      approvalPrompt: 'This is above the limit:\n{tools}\nPay it?',
      approveButtonText: 'Pay',
      rejectButtonText: 'Refuse',
    });
    drawing
      .connect(condition, accepted, 'sequentialNode', 'end')
      .connect(condition, asking, 'sequentialNode', 'above')
      .connect(pay, asking, 'tools')
      .column();
    for (const step of [accepted, asking]) drawing.connect(step, drawing.add('seqEnd'), 'sequentialNode');
  },
};
