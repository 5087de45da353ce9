import { drawAgent } from './draw-agent.ts';
import { drawDocuments } from './draw-documents.ts';
import type { FlowTemplate } from './flow-template.ts';

const text = `The printer on floor two is reset by holding the green button for ten seconds.

The Wi-Fi for guests is called Harbour Guest and changes its password every Monday.

VPN access is asked for in the staff portal and takes one working day.

A forgotten password is reset at the sign-in page with your phone.`;

const ticketFunc = `// Open a ticket in your own system here, with fetch.
const number = [...$problem].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9000, 7) + 1000;
return 'Ticket T-' + number + ' was opened. Somebody answers today.';`;

const note = `Looks into the help texts first; what they do not solve becomes a ticket.

Change: your help texts in "Plain Text", and what "open_ticket" does: it can write to any ticket system.`;

/** Answers first, tickets second. */
export const helpDesk: FlowTemplate = {
  title: 'IT help desk',
  text: 'Solves what the help texts know and opens a ticket for the rest.',
  about:
    'An agent with two tools: a search over your help texts, and a custom tool that opens a ticket. It decides by the question which one it needs.',
  type: 'CHATFLOW',
  useCases: ['Support', 'Agents'],
  keys: [],
  needs: [],
  tools: [
    {
      name: 'open_ticket',
      description: 'Opens a ticket for a problem that the help texts do not solve.',
      schema: JSON.stringify([
        { property: 'problem', type: 'string', description: 'The problem in one sentence', required: true },
      ]),
      func: ticketFunc,
    },
  ],
  greeting: 'Hello! What does not work?',
  questions: [
    'How do I reset the printer on floor two?',
    'What is the guest Wi-Fi called?',
    'Please open a ticket: my screen flickers',
  ],
  fact: 'holding the green button for ten seconds',

  draw(drawing, toolIds) {
    drawing.note(note);
    const store = drawDocuments(drawing, { text, source: 'Help texts', chunkSize: 120, topK: 3 });
    drawing.column();
    const search = drawing.add('retrieverTool', {
      name: 'search_help',
      description: 'Searches the help texts. Use it for every question.',
    });
    const ticket = drawing.add('customTool', { selectedTool: toolIds['open_ticket'] });
    drawing.group('Tools', [search, ticket]).connect(store, search, 'retriever');
    drawAgent(drawing, {
      systemMessage:
        'You are the help desk. Search with search_help first. Open a ticket only when nothing is found or when somebody asks for one.',
      tools: [search, ticket],
    });
  },
};
