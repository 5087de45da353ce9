import { appointmentTools } from '../starters/appointment-tools.data.ts';
import { drawAgent } from './draw-agent.ts';
import type { FlowTemplate } from './flow-template.ts';

const systemMessage = `You book appointments for a hair salon.
Find out the day and look up the free times with list_free_times before you offer any.
Offer at most four times. When one is chosen, ask for the name, then book with book_appointment.
Say back the day, the time and the reference. Be brief and friendly.`;

const note = `Finds a free time, asks for the name and books.

Change: the two tools hold a made-up calendar that keeps nothing. Open them in the Toolkit and call your own calendar.`;

/** Books appointments by calling tools. */
export const appointmentBooking: FlowTemplate = {
  title: 'Appointment booking',
  text: 'Looks up free times, offers them, asks for a name and books, by calling two tools.',
  about:
    'An agent with two custom tools, one that lists free times and one that books. It asks for what is missing and says back what it booked. The calendar behind the tools is made up: put your own in its place.',
  type: 'CHATFLOW',
  useCases: ['Support', 'Agents'],
  keys: [],
  needs: [],
  tools: appointmentTools,
  greeting: 'Hello! Which day would suit you?',
  questions: ['I would like an appointment tomorrow', 'Is there anything free next Tuesday?'],
  fact: 'These times are free',

  draw(drawing, toolIds) {
    drawing.note(note);
    const free = drawing.add('customTool', { selectedTool: toolIds['list_free_times'] });
    const book = drawing.add('customTool', { selectedTool: toolIds['book_appointment'] });
    drawing.group('Calendar', [free, book]);
    const clock = drawing.add('currentDateTime');
    drawAgent(drawing, { systemMessage, tools: [free, book, clock] });
  },
};
