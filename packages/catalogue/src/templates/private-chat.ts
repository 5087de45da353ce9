import type { FlowTemplate } from './flow-template.ts';

const note = `Runs on a model of your own machine: nothing you write leaves your network.

Change: the address of your Ollama server and the model you have pulled there. The installation has to allow that address (EGRESS_ALLOW).`;

/** A chat that stays at home. */
export const privateChat: FlowTemplate = {
  title: 'Private chat on your own server',
  text: 'Chats with a model that runs on your own machine through Ollama. No key, no cloud.',
  about:
    'The Chat Ollama node talks to an Ollama server in your network. Good for drafts and notes that must not leave the house.',
  type: 'CHATFLOW',
  useCases: ['Office', 'Writing'],
  keys: [],
  needs: ['An Ollama server that this server can reach, with a model pulled.'],
  tools: [],
  greeting: 'Hello! What you write stays in your own network.',
  questions: ['Write a title for a note on watering plants'],
  fact: 'plant',

  draw(drawing) {
    drawing.note(note);
    const model = drawing.add('chatOllama', { modelName: 'llama3.2' });
    const memory = drawing.add('bufferWindowMemory', { k: 6 });
    drawing.column();
    const chain = drawing.add('conversationChain');
    drawing.connect(model, chain, 'model').connect(memory, chain, 'memory');
  },
};
