import { drawAgent } from './draw-agent.ts';
import type { FlowTemplate } from './flow-template.ts';

const note = `Two tools that every agent can use: exact arithmetic, and what time it is anywhere.

Change: add more tools, each with an edge to the agent.`;

/** The smallest useful agent. */
export const calculatorAndClock: FlowTemplate = {
  title: 'Calculator and clock',
  text: 'A small agent that calculates exactly and knows the date and time.',
  about:
    'Language models guess numbers and do not know what day it is. This agent asks a calculator and a clock instead. A good first agent to look at: open the trace and see each call.',
  type: 'CHATFLOW',
  useCases: ['Agents', 'Office'],
  keys: [],
  needs: [],
  tools: [],
  greeting: 'Ask me to calculate something, or what time it is.',
  questions: ['What is 15% of 240?', 'What is 12 * (7 + 3)?', 'What day is it today?'],
  fact: '= 36',

  draw(drawing) {
    drawing.note(note);
    const calculator = drawing.add('calculator');
    const clock = drawing.add('currentDateTime');
    drawing.group('Tools', [calculator, clock]);
    drawAgent(drawing, {
      systemMessage:
        'You are a precise assistant. Use the calculator for every sum and the clock for every date.',
      tools: [calculator, clock],
    });
  },
};
