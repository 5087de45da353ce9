import type { FlowTemplate } from './flow-template.ts';

const note = `Answers with a list of keywords, for sorting and searching.

Change: the prompt says how many and which kind. By API the answer is a JSON list.`;

/** Keywords as a list. */
export const keywordTags: FlowTemplate = {
  title: 'Keyword tags',
  text: 'Gives a text up to five keywords, as a list another program can use.',
  about:
    'The CSV output parser asks for values separated by commas and gives them on as a list. Useful in front of a search, a help desk or a spreadsheet.',
  type: 'CHATFLOW',
  useCases: ['Data', 'Writing'],
  keys: [],
  needs: [],
  tools: [],
  greeting: 'Paste a text and I will give it keywords.',
  questions: [
    'Our solar lamp lights the garden path all night, even in rain.',
    'The old museum shows glass lamps and silver boats.',
  ],
  fact: 'solar',

  draw(drawing) {
    drawing.note(note);
    const model = drawing.add('demoModel');
    const prompt = drawing.add('chatPromptTemplate', {
      systemMessagePrompt: 'You answer with a comma-separated list of up to five keywords for a text.',
      humanMessagePrompt: '{text}',
    });
    const parser = drawing.add('csvOutputParser');
    drawing.column();
    const chain = drawing.add('llmChain', { chainName: 'Keywords' });
    drawing
      .connect(model, chain, 'model')
      .connect(prompt, chain, 'prompt')
      .connect(parser, chain, 'outputParser');
  },
};
