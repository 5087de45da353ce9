import type { FlowTemplate } from './flow-template.ts';

const note = `Describe the email in keywords. Set its tone and signature in "Format Prompt Values".

Change: tone and sender, or give callers of the API leave to set them.`;

/** E-mails from keywords, in a tone. */
export const emailDrafting: FlowTemplate = {
  title: 'E-mail drafting with a tone',
  text: 'Writes an email from a few keywords, in the tone you set.',
  about:
    'A chat prompt with two values, tone and sender, and a model that is good at writing. Callers of the API can be allowed to set the values for each request.',
  type: 'CHATFLOW',
  useCases: ['Writing', 'Sales'],
  keys: ['openAIApi'],
  needs: [],
  tools: [],
  greeting: 'What should the email say? Keywords are enough.',
  questions: ['Thank Ms Novak for the visit, offer is attached, ask for an answer by Friday'],
  fact: 'Friday',

  draw(drawing) {
    drawing.note(note);
    const model = drawing.add('chatOpenAI', { temperature: 0.6 });
    const prompt = drawing.add('chatPromptTemplate', {
      systemMessagePrompt:
        'You write emails in a {tone} tone, at most 120 words, with a subject line. Sign with {sender}. Add no facts that were not given.',
      humanMessagePrompt: '{keywords}',
      promptValues: JSON.stringify({ tone: 'warm but brief', sender: 'Alex' }),
    });
    drawing.column();
    const chain = drawing.add('llmChain', { chainName: 'Write' });
    drawing.connect(model, chain, 'model').connect(prompt, chain, 'prompt');
  },
};
