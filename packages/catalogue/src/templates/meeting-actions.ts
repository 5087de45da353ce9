import { drawAgent } from './draw-agent.ts';
import type { FlowTemplate } from './flow-template.ts';

const func = `const found = [];
for (const line of $notes.split(/[.;\\n]+/)) {
  const match = /^\\s*(?:and )?([A-Z]\\w+) (?:will|has to|promised to|is going to) (.+)$/.exec(line.trim());
  if (match) found.push('- ' + match[1] + ': ' + match[2]);
}
if (found.length === 0) return 'Nobody was given anything to do.';
return found.length + (found.length === 1 ? ' action' : ' actions') + '\\n\\n' + found.join('\\n');`;

const note = `Finds who does what in the notes of a meeting and makes a list.

Change: "list_actions" knows sentences like "Ana will send the offer". Add your own, or let its code write the actions into your task list with fetch.`;

/** A list of actions out of notes. */
export const meetingActions: FlowTemplate = {
  title: 'Meeting notes to actions',
  text: 'Turns the notes of a meeting into a list of who does what.',
  about:
    'The agent hands the notes to a tool that reads out every sentence in which somebody takes something on. The list is exact, not guessed: what is not in the notes is not in the list.',
  type: 'CHATFLOW',
  useCases: ['Office', 'Writing'],
  keys: [],
  needs: [],
  tools: [
    {
      name: 'list_actions',
      description: 'Lists the actions that the notes of a meeting hold: who does what.',
      schema: JSON.stringify([
        { property: 'notes', type: 'string', description: 'The notes, word for word', required: true },
      ]),
      func,
    },
  ],
  greeting: 'Paste the notes of your meeting.',
  questions: [
    'List the actions in these notes. We met on the new shop. Ana will send the offer by Friday. Ben has to book the hall. Budget was not discussed.',
  ],
  fact: 'Ana: send the offer by Friday',

  draw(drawing, toolIds) {
    drawing.note(note);
    const tool = drawing.add('customTool', { selectedTool: toolIds['list_actions'] });
    drawAgent(drawing, {
      systemMessage: 'Hand the notes to list_actions word for word and say the list as it is.',
      tools: [tool],
    });
  },
};
