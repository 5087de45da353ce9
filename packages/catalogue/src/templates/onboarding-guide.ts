import type { FlowTemplate } from './flow-template.ts';

const systemMessagePrompt = `You welcome new colleagues and remember what they tell about themselves.
These are the facts:
The first day begins at 9:00 at the front desk with your laptop and badge.
The buddy of every newcomer is found in the staff app under People.
Vacation is asked for in the staff app, at least two weeks ahead.
The canteen is on the third floor and open from 11:30 to 14:00.`;

const note = `A conversation that remembers: tell it your name, ask for it later.

Change: the facts in the system message of the chain. For more than a page of facts take "Support bot over your documents".`;

/** A guide that remembers the conversation. */
export const onboardingGuide: FlowTemplate = {
  title: 'Onboarding guide with memory',
  text: 'Welcomes new colleagues, answers from your facts and remembers what they said.',
  about:
    'The simplest chat there is: a model, a memory and a system message with facts. Each conversation has its own memory; it is kept in the database of this installation.',
  type: 'CHATFLOW',
  useCases: ['Office', 'Learning'],
  keys: [],
  needs: [],
  tools: [],
  greeting: 'Welcome! What is your name, and what would you like to know?',
  questions: ['When does the first day begin?', 'My name is Robin', 'Where is the canteen?'],
  fact: '9:00 at the front desk',

  draw(drawing) {
    drawing.note(note);
    const model = drawing.add('demoModel');
    const memory = drawing.add('bufferMemory');
    drawing.column();
    const chain = drawing.add('conversationChain', { systemMessagePrompt });
    drawing.connect(model, chain, 'model').connect(memory, chain, 'memory');
  },
};
