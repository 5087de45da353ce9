import type { FlowTemplate } from './flow-template.ts';

const note = `A model reads each message and chooses one of three ways. Two answer with words that you write, the third asks a model.

Change: the scenarios of "What is it about?" and what each way answers.`;

/** Sends each message to the answer that fits it. */
export const supportTriage: FlowTemplate = {
  title: 'Support triage',
  text: 'Decides what a message is about and answers refunds, deliveries and the rest in their own way.',
  about:
    'An agent flow. A condition agent chooses one of your scenarios and nothing else; each of them has a way of its own. Fixed replies cost nothing and are always the same.',
  type: 'AGENTFLOW',
  useCases: ['Support', 'Agents'],
  keys: [],
  needs: [],
  tools: [],
  greeting: 'What can I do for you?',
  questions: [
    'I would like a refund for my lamp',
    'Where is my delivery?',
    'Something else: are you open on Sunday?',
  ],
  fact: 'five working days',

  draw(drawing) {
    drawing.note(note, 'stickyNoteAgentflow');
    const start = drawing.step('startAgentflow', 'Start');
    drawing.column();
    const about = drawing.step('conditionAgentAgentflow', 'What is it about?', {
      conditionAgentModel: 'demoModel',
      conditionAgentModelConfig: {},
      conditionAgentInstructions: 'Find out what the customer writes about.',
      conditionAgentInput: '{{ question }}',
      conditionAgentScenarios: [
        { scenario: 'refund' },
        { scenario: 'delivery' },
        { scenario: 'something else' },
      ],
    });
    drawing.branches(about, 3).lead(start, about).column();
    const refund = drawing.step('directReplyAgentflow', 'Refund', {
      directReplyMessage:
        'You get your money back within five working days after the parcel has reached us. Please keep the receipt.',
    });
    const delivery = drawing.step('directReplyAgentflow', 'Delivery', {
      directReplyMessage: 'Parcels take three days. The link in your email shows where yours is.',
    });
    const other = drawing.step('llmAgentflow', 'Anything else', {
      llmModel: 'demoModel',
      llmModelConfig: {},
      llmMessages: [
        { role: 'system', content: 'You answer customers of a lamp shop in two friendly sentences.' },
      ],
      llmUserMessage: '{{ question }}',
    });
    drawing.lead(about, refund, 0).lead(about, delivery, 1).lead(about, other, 2);
  },
};
