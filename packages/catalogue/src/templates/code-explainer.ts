import type { FlowTemplate } from './flow-template.ts';

const note = `Explains code for somebody who does not write it every day.

Change: who it explains for, in the system message of the chain.`;

/** Code in plain words. */
export const codeExplainer: FlowTemplate = {
  title: 'Code explainer',
  text: 'Explains code in plain words, step by step, and answers questions about it.',
  about:
    'A conversation with a model that reads code well, and a memory, so that you can ask on. It names risks it sees but changes nothing.',
  type: 'CHATFLOW',
  useCases: ['Learning'],
  keys: ['anthropicApi'],
  needs: [],
  tools: [],
  greeting: 'Paste some code.',
  questions: ['Explain: const total = items.reduce((sum, item) => sum + item.price, 0);'],
  fact: 'sum',

  draw(drawing) {
    drawing.note(note);
    const model = drawing.add('chatAnthropic');
    const memory = drawing.add('bufferWindowMemory', { k: 6 });
    drawing.column();
    const chain = drawing.add('conversationChain', {
      systemMessagePrompt:
        'You explain code to a curious reader who does not program every day. First one sentence on what it is for, then what each part does, then what could go wrong. No jargon without a word of explanation.',
    });
    drawing.connect(model, chain, 'model').connect(memory, chain, 'memory');
  },
};
