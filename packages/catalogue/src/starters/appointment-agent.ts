import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { appointmentTools } from './appointment-tools.data.ts';
import type { Starter } from './starter.ts';

/** Nodes are 280 wide; 88 more leaves space for an edge. */
const column = (index: number) => index * 368;

const systemMessage = `You book appointments for a physiotherapy practice.
Find out the day and look up the free times with list_free_times before you offer any.
Offer at most four times. When one is chosen, ask for the name, then book with book_appointment.
Say back the day, the time and the reference. Be brief and friendly: this will be spoken on the phone.
The practice is open every day. The first session is 50 minutes long, a later one 25 minutes.`;

const noteText = `This agent finds a free time and books it.

Its two custom tools hold a made-up calendar that keeps nothing: open them and call your own calendar instead.

It runs on the built-in demo model. To use another one, connect it to the agent.`;

/** Books appointments in a chat. */
export const appointmentAgent: Starter = {
  name: 'Appointment phone agent',
  description: 'Finds a free time, asks for the name and books, by calling tools.',
  tools: appointmentTools,
  greeting: 'Hello! I can book an appointment for you. Which day suits you?',
  questions: [
    'I would like an appointment tomorrow',
    'Is there an appointment free next Tuesday?',
    'How long is the first session?',
  ],

  flowData(template, toolIds) {
    const flow = new FlowBuilder(template);
    flow.add('stickyNote', { x: column(0), y: 0 }, { note: noteText });
    const free = flow.add('customTool', { x: column(1), y: 0 }, { selectedTool: toolIds['list_free_times'] });
    const book = flow.add(
      'customTool',
      { x: column(1), y: 240 },
      { selectedTool: toolIds['book_appointment'] },
    );
    const clock = flow.add('currentDateTime', { x: column(1), y: 480 });
    const memory = flow.add('bufferMemory', { x: column(1), y: 672 });
    const model = flow.add('demoModel', { x: column(1), y: 912 });
    const agent = flow.add('toolAgent', { x: column(2), y: 360 }, { systemMessage });
    for (const tool of [free, book, clock]) flow.connect(tool, agent, 'tools');
    flow.connect(memory, agent, 'memory').connect(model, agent, 'model');
    return flow.build();
  },
};
