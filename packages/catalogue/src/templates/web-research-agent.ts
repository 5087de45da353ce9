import { drawAgent } from './draw-agent.ts';
import type { FlowTemplate } from './flow-template.ts';

const note = `The agent opens the web addresses you name, and those it knows, and reads them before it answers.

"Requests Get" reads up to 15 kB of a page as it is, without running its scripts. It reaches no address of your own network unless the server was told so.

Change: give the tool a fixed address to make it a client of one API.`;

/** An agent that reads the web. */
export const webResearchAgent: FlowTemplate = {
  title: 'Web reading agent',
  text: 'Opens the web pages you name, reads them and answers with what they say.',
  about:
    'An agent with one tool that fetches pages. It needs a model that can read raw pages and choose addresses, so it does not run on the demo model.',
  type: 'CHATFLOW',
  useCases: ['Agents', 'Knowledge'],
  keys: ['openAIApi'],
  needs: ['The server has to reach the web pages.'],
  tools: [],
  greeting: 'Which page should I read, and what would you like to know?',
  questions: ['What is https://example.com/ for?'],
  fact: 'example',

  draw(drawing) {
    drawing.note(note);
    const get = drawing.add('requestsGet');
    const model = drawing.add('chatOpenAI', { temperature: 0 });
    drawAgent(drawing, {
      systemMessage:
        'Read the pages that matter with requests_get before you answer, and name the address of each.',
      tools: [get],
      model,
    });
  },
};
