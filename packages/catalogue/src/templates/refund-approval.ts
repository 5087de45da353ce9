import type { FlowTemplate } from './flow-template.ts';

const note = `Before anything is paid back, a person has to press Approve; the run waits for that as long as it takes.

Change: let "refund_order" call your shop, and write what the person reads in "Approval Prompt" of the agent.`;

/** An agent that asks a person before it pays. */
export const refundApproval: FlowTemplate = {
  title: 'Refund with approval',
  text: 'The agent prepares a refund and waits: only when a person approves is it carried out.',
  about:
    'A pipeline with one agent and "Require Approval": the run stops before the tool is called, shows the call with its values, and goes on when somebody presses Approve, hours later if need be. On Reject nothing is paid.',
  type: 'MULTIAGENT',
  useCases: ['Support', 'Agents'],
  keys: [],
  needs: [],
  tools: [
    {
      name: 'refund_order',
      description: 'Refunds an order by its number.',
      schema: JSON.stringify([
        { property: 'order_number', type: 'number', description: 'Number of the order', required: true },
      ]),
      func: `// Call your shop here. This one keeps nothing.
return 'Order ' + $order_number + ' was refunded.';`,
    },
  ],
  greeting: 'Which order should be refunded?',
  questions: ['Please refund order 1042', 'Refund the order 2077'],
  fact: 'refund_order({"order_number":1042})',

  draw(drawing, toolIds) {
    drawing.note(note);
    const model = drawing.add('demoModel');
    const memory = drawing.add('agentMemory');
    const refund = drawing.add('customTool', { selectedTool: toolIds['refund_order'] });
    drawing.column();
    const start = drawing.add('seqStart');
    drawing.connect(model, start, 'model').connect(memory, start, 'agentMemory').column();
    const agent = drawing.add('seqAgent', {
      agentName: 'Refund desk',
      systemMessagePrompt: 'You refund orders with refund_order. Say in one sentence what was done.',
      interrupt: true,
      approvalPrompt: 'The refund desk wants to call:\n{tools}\nAllow it?',
      approveButtonText: 'Approve',
      rejectButtonText: 'Reject',
    });
    drawing.connect(refund, agent, 'tools').connect(start, agent, 'sequentialNode').column();
    drawing.connect(agent, drawing.add('seqEnd'), 'sequentialNode');
  },
};
